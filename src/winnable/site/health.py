"""Whether this process can do its work, for a monitor or a balancer of loads."""

from functools import cache

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from winnable.site import warming
from winnable.site.view import Json


def health_json() -> tuple[int, Json]:
    """Status and parts: 503 if something is missing that does not come by itself.

    People can play while the solver is being prepared, so that alone is no fault.
    """
    database, migrations = _database()
    parts = {"database": database, "migrations": migrations, "solver": warming.state()}
    works = parts["database"] == "ok" and parts["migrations"] == "ok" and parts["solver"] != "failed"
    return (200 if works else 503), {"status": "ok" if works else "failed", **parts}


def _database() -> tuple[str, str]:
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except Error:
        return "failed", "unknown"
    return "ok", "ok" if _wanted() <= set(applied) else "missing"


@cache
def _wanted() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).graph.nodes)

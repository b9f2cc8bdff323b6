"""What counting needs, and the same for tables that were played before it was stored."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Q


def fill_in(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Say of older tables what can be known.

    Restarts, lamp and solutions were not stored, so nothing that was touched then can be a clean win.
    """
    tables = apps.get_model("winnable", "Table").objects.using(editor.connection.alias)
    tables.exclude(past="", future="").update(begun=F("created"), helped=True)
    ended = tables.exclude(result="").filter(finished=None)
    ended.filter(Q(past="", future="")).update(result="")  # given up untouched: that is no result
    ended.update(finished=F("changed"), result_undos=F("undos"), result_hints=F("hints"))
    tables.exclude(result="").filter(state=F("result"), result_line="").update(
        result_line=F("past"), result_moves=F("moves_made")
    )


class Migration(migrations.Migration):
    dependencies = [
        ("winnable", "0002_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="begun",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="result_moves",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="uncounted",
            field=models.CharField(default="", max_length=10),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["player", "full_name", "begun"], name="winnable_history"),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]

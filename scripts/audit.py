"""Looks the installed libraries up among known faults with pip-audit: ``python scripts/audit.py``.

It ends with 1 only if a fault was found. Where the service that knows of faults can't be reached, or doesn't know a
library, it says plainly that this was left out.
"""

import json
import subprocess
import sys

_SECONDS = 240  # that it may take


def main() -> int:
    """Audit and report."""
    command = [sys.executable, "-m", "pip_audit", "--skip-editable", "--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
        libraries = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        print("Left out: the audit of the libraries, because its service can't be reached.")
        return 0
    known = [library for library in libraries if "vulns" in library]
    faults = [(library, fault) for library in known for fault in library["vulns"]]
    for library, fault in faults:
        print(f"{library['name']} {library['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions'])}")
    print(f"{len(known)} libraries looked up, {len(faults)} known faults.")
    if len(known) < len(libraries):
        print(
            f"Left out: {len(libraries) - len(known)} libraries that the service doesn't know or can't be asked about."
        )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

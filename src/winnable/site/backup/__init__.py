"""Backups: everything that a site has stored in one file, good for either database and for every later Winnable."""


class BackupFault(RuntimeError):
    """A backup can't be made or restored; the message is one sentence that says why."""

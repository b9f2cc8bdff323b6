"""Where a deal was dealt as winnable, the line that proved it: other processes know it too."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column more."""

    dependencies: ClassVar = [("winnable", "0006_names")]
    operations: ClassVar = [
        migrations.AddField("table", "proved_line", models.TextField(db_default="", default="")),
    ]

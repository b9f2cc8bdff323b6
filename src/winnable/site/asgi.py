"""The site for an ASGI server. Requests run in a few lasting threads, each with its database connection."""

import os

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winnable.site.settings")

THREADS = 16

application = WSGIMiddleware(get_wsgi_application(), workers=THREADS)

"""The site for an ASGI server. Requests run in a few lasting threads, each with its database connection."""

import os

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winnable.site.settings")

from winnable.site import warming, winnable_deals
from winnable.site.daily import ahead

THREADS = 16  # more than searches can keep waiting, so that moves always find one

warming.start()
winnable_deals.start()
ahead.start()
application = WSGIMiddleware(get_wsgi_application(), workers=THREADS)

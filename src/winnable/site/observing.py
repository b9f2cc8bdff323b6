"""Every request is counted, timed and logged by its route; a monitor may call by any name."""

import time

from django.http import HttpRequest, HttpResponse

from winnable.site import calm, logs, metrics
from winnable.site.middleware import Handler

FOR_MONITORS = ("/health", "/metrics")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def observed(handler: Handler) -> Handler:
    """Count, time and log a request."""

    def handle(request: HttpRequest) -> HttpResponse:
        if request.path in FOR_MONITORS:  # they call a process by its address, not by the site's name
            request.get_host = lambda: "localhost"
        calm.request_came()
        start = time.perf_counter()
        response = handler(request)
        _tell(request, response.status_code, time.perf_counter() - start)
        return response

    return handle


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    route, method = logs.route(request), request.method if request.method in _METHODS else "other"
    metrics.count("requests", route, method, str(status))
    metrics.took(route, seconds)
    fields = {"route": route, "method": method, "status": status, "milliseconds": round(seconds * 1000, 1)}
    logs.requests.info("request", extra={"fields": fields})

"""What a monitor may ask."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from winnable.site import metrics
from winnable.site.health import health_json


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether the program, its database and its solver work."""
    status, answer = health_json()
    return JsonResponse(answer, status=status)


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """The figures for Prometheus."""
    if not metrics.may_read(request):
        raise Http404
    return HttpResponse(metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")

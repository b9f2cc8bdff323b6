"""The site: the table in the browser, its API, and the pages around it.

Rooms with a purpose of their own are folders: ``accounts``, ``backup``, ``daily`` (boards of the day), ``results``.
What a browser gets lies in ``static`` and ``templates``, German in ``locale``. The modules beside them, by what they
are for:

- **A table**: ``models``, ``statements`` and ``store`` (kept), ``view`` and ``answers`` (shown), ``forms``,
  ``schemas``, ``api``, ``errors`` and ``refusals`` (asked for), ``replays``, ``replay_api`` and ``replay_pages``
  (watched again), ``players`` (whose it is), ``known_deals`` (whether it counts).
- **The solver beside it**: ``advice``, ``knowledge``, ``proved``, ``memory``, ``searches``, ``warming``,
  ``winnable_deals``, ``calm``.
- **Pages and their words**: ``pages``, ``addresses``, ``not_found``, ``offline``, ``install``, ``languages``,
  ``texts``, ``notes``, ``help_texts``; of each game ``games``, ``rules_text``, ``strategy``, ``questions``,
  ``relatives``, ``pictures`` and ``winnability``.
- **Every request**: ``urls``, ``asgi``, ``incoming``, ``bridge``, ``interpreter``, ``observing``, ``middleware``,
  ``refused``, ``sessions``, ``limits``.
- **A host's**: ``serve``, ``apps``, ``settings``, ``hosting``, ``data``, ``version``, ``ready``, ``in_use``,
  ``tidy``, ``admin``, ``health``, ``monitors``, ``metrics``, ``logs``.
"""

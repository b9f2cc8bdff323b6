"""How passwords are stored: argon2id with the costs that OWASP recommends for servers."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2id(Argon2PasswordHasher):
    """Django's hasher, whose 100 MB for each sign-in would be 1.6 GB if all threads of the server were at it."""

    memory_cost = 19 * 1024  # KiB
    time_cost = 2  # passes
    parallelism = 1

"""Accounts: signing up, in and out, what a guest brings along, and what an account's owner may change."""

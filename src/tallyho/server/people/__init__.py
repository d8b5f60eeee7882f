"""Visitors: guests and accounts, their tokens and passwords."""

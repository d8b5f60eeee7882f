"""One match on the site: seats, the fair deal, the session, its log and its record."""

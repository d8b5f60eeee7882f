"""A bot: takes challenges on a site and lets any program that speaks THP play them."""

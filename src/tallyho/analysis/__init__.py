"""What can be said about recorded games: replay them, check their deals, convert them."""

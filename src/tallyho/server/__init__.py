"""The site's server: people, matches, live events, engine turns and storage."""

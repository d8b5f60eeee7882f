"""Notifications by web push: "your turn", for those who are not at the board."""

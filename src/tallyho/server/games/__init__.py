"""How matches come about and are found: the computer, friends, the lobby, rematches, chat."""

"""Self-play, training and measuring: everything that makes the computer player better."""

"""What goes out while people look: the bus, sightings and the live sockets."""

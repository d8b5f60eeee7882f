"""The site over HTTP: guards, routes, live sockets and the pages."""

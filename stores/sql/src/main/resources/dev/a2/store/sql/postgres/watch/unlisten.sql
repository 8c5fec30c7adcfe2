-- Listens for nothing any more.
UNLISTEN *

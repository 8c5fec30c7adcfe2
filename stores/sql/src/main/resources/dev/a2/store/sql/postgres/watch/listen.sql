-- Listens for what other stores send.
LISTEN a2_wakeups

-- Opens a transaction that writes, with the file's one write lock. A transaction that reads first and asks for the lock
-- later fails at once when another process wrote in between, whatever the busy limit (F48).
BEGIN IMMEDIATE

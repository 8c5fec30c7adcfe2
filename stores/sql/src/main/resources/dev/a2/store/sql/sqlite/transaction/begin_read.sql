-- Opens a transaction that only reads: what it sees is fixed by its first read.
BEGIN

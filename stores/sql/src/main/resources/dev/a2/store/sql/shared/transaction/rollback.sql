-- Forgets the transaction's writes.
ROLLBACK

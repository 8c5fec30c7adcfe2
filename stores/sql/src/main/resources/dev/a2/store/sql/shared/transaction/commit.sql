-- Makes the transaction's writes durable and visible.
COMMIT

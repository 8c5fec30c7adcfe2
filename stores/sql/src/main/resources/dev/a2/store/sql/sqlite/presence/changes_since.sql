-- What other stores applied since a change, in order.
-- :change_number, :writer
SELECT * FROM presence WHERE change_number > :change_number AND writer <> :writer ORDER BY change_number

-- The number of the newest change.
SELECT change_number FROM presence_changes

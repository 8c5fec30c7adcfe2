-- Draws the number of a change.
UPDATE presence_changes SET change_number = change_number + 1 RETURNING change_number

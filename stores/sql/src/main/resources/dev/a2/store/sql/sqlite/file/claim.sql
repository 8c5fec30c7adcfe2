-- Writes our mark into the header of a new file, where it can be read without opening the database: "A2SS".
PRAGMA application_id = 1093817171

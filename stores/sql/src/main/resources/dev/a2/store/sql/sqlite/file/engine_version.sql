-- The version of the engine that the driver brings.
SELECT sqlite_version() AS engine_version

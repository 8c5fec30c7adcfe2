-- Looks for damage in all pages, but not whether indexes agree with their tables; "ok" where there is none.
PRAGMA quick_check(10)

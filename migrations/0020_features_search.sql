-- Finds features by a part of their name.
create index on features using gin (normalize_text(name) gin_trgm_ops);

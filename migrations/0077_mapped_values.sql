-- What values of a file were imported as, for people who look at the import later:
-- [{"column": "Status", "field": "status", "value": "Shipped", "to": "completed", "guess": false, "count": 12}].
alter table imports add column mapped_values jsonb not null default '[]';

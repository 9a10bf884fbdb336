-- A text that differs after each change of the outline of the portal: forums with their categories and forms, and statuses, which every
-- page shows. PostgreSQL gives each version of a row the id of its transaction, `xmin`, so nothing has to be written for it, and no
-- change is forgotten. A function, because lists with filters are planned each time, and planning this takes longer than running it.
-- Stable: it is of the same moment as the statement that calls it.
-- Their hashes need no order.
create function outline_version() returns text language plpgsql stable as $$
begin
  return (
    select bit_xor(version)::text from (
      select hash_record_extended(row('f'::text, id, xmin), 0) as version from forums
      union all select hash_record_extended(row('c'::text, id, xmin), 0) from categories
      union all select hash_record_extended(row('s'::text, id, xmin), 0) from statuses
      union all select hash_record_extended(row('d'::text, id, xmin), 0) from custom_fields where portal_position is not null) part);
end $$;

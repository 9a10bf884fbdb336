-- A text that differs after each change of the outline of the portal: forums with their categories and forms, and statuses, which every
-- page shows. PostgreSQL gives each version of a row the id of its transaction, `xmin`, so nothing has to be written for it, and no
-- change is forgotten. A function, because lists with filters are planned each time, and planning this takes longer than running it.
-- Stable: it is of the same moment as the statement that calls it.
create function outline_version() returns text language plpgsql stable as $$
begin
  return (
    select encode(sha256(convert_to(string_agg(concat_ws(' ', part.kind, part.id, part.xmin), ',' order by part.kind, part.id), 'UTF8')), 'base64')
    from (
      select 'f' as kind, id, xmin::text from forums
      union all select 'c', id, xmin::text from categories
      union all select 's', id, xmin::text from statuses
      union all select 'd', id, xmin::text from custom_fields where portal_position is not null) part);
end $$;

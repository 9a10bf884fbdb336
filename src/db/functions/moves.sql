-- Moves of whole accounts (src/move/).

-- The suggestions that a move brought and that others use: anything refers to them that the move did not bring, apart from what triggers
-- and jobs derive. The references are those of the catalogue, so that a new table counts without a change here.
create function find_used_suggestions(move bigint) returns setof bigint language plpgsql stable as $$
declare
  reference record;
  is_own text;
begin
  for reference in
    select c.conrelid::regclass::text as referring, a.attname as referring_column,
      exists (select from pg_attribute i where i.attrelid = c.conrelid and i.attname = 'id') as has_id
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('suggestions'::regclass, 'suggestion_figures'::regclass)
      and c.conrelid::regclass::text not in ('suggestion_figures', 'suggestion_external_ids', 'pending_revenue',
        'suggestion_labels', 'merges', 'duplicate_supporters')
    order by 1, 2
  loop
    is_own := case
      when reference.referring = 'supporters' then
        'exists (select from move_votes v, unnest(v.ids) r, generate_series(lower(r), upper(r) - 1) own
          where v.move_id = $1 and own = t.id)'
      when reference.referring = 'announcement_suggestions' then
        'exists (select from move_records m where m.kind = ''announcements'' and m.record_id = t.announcement_id
          and m.move_id = $1 and m.is_own)'
      when reference.has_id then
        'exists (select from move_records m where m.kind = $2 and m.record_id = t.id and m.move_id = $1 and m.is_own)'
      else 'false' end;
    return query execute format('select t.%2$I from %1$s t where not %3$s and t.%2$I in (
        select record_id from move_records where move_id = $1 and kind = ''suggestions'' and is_own)',
      reference.referring, reference.referring_column, is_own) using move, reference.referring;
  end loop;
end $$;

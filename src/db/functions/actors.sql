-- The rows of actors: a person becomes an actor with the first reference to them from a table with a foreign key to actors.

-- The arguments are the columns. A person who does not exist is left to the foreign key of the column.
create function add_actors() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  row jsonb := to_jsonb(new);
  people bigint[] := array(select (row ->> name)::bigint from unnest(tg_argv) name where row ->> name is not null);
begin
  insert into actors
  select u.id from users u where u.id = any(people) and not exists (select from actors a where a.id = u.id)
  order by 1 on conflict do nothing;
  return new;
end $$;

do $$
declare
  reference record;
begin
  for reference in
    select c.conrelid::regclass as referring, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns,
      string_agg(quote_literal(a.attname), ', ' order by a.attname) as arguments,
      string_agg(format('new.%I is not null', a.attname), ' or ' order by a.attname) as condition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'actors'::regclass
    group by 1 order by 1
  loop
    execute format('create trigger "00_add_actors" before insert or update of %s on %s for each row when (%s)
      execute function add_actors(%s)', reference.columns, reference.referring, reference.condition, reference.arguments);
  end loop;
end $$;

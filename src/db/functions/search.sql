-- Search. normalize_text (no case, no accents) is made by a migration, because an index is built on it.
-- The searched text is in tables of its own: a full-text index is expensive to write, and a vote changes no text.

-- A LIKE pattern for texts that contain this one.
create function contains_pattern(text) returns text language sql immutable strict parallel safe
  return '%' || regexp_replace(normalize_text($1), '([\\%_])', '\\\1', 'g') || '%';

-- Every word of a search as a prefix, all of them required. Null when the search contains no word.
create function search_query(text) returns tsquery language sql stable strict parallel safe
  begin atomic
    select to_tsquery('simple', string_agg(word || ':*', ' & '))
    from regexp_split_to_table(normalize_text($1), '[^[:alnum:]]+') word
    where word <> '';
  end;

create function suggestion_words(title text, body text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', normalize_text(title || ' ' || body));

create function account_words(name text, external_id text) returns text language sql immutable parallel safe
  return normalize_text(coalesce(name, '') || ' ' || coalesce(external_id, ''));

-- For rows that were loaded without triggers.
create function fill_search_words() returns void language sql
begin atomic
  insert into suggestions_search
    select id, suggestion_words(title, body) from suggestions s
    where not exists (select from suggestions_search w where w.id = s.id);
  insert into users_search
    select id, normalize_text(name || ' ' || email_address) from users u
    where not exists (select from users_search w where w.id = u.id);
  insert into external_accounts_search
    select id, account_words(name, external_id) from external_accounts a
    where not exists (select from external_accounts_search w where w.id = a.id);
end;

create function index_search_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    case tg_table_name
      when 'suggestions' then
        insert into suggestions_search select id, suggestion_words(title, body) from added;
      when 'users' then
        insert into users_search select id, normalize_text(name || ' ' || email_address) from added;
      else
        insert into external_accounts_search select id, account_words(name, external_id) from added;
    end case;
  else
    execute format('delete from %I where id in (select id from removed)', tg_table_name || '_search');
  end if;
  return null;
end $$;

create function update_search_words() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'suggestions' then
      update suggestions_search set words = suggestion_words(new.title, new.body) where id = new.id;
    when 'users' then
      update users_search set words = normalize_text(new.name || ' ' || new.email_address) where id = new.id;
    else
      update external_accounts_search set words = account_words(new.name, new.external_id) where id = new.id;
  end case;
  return null;
end $$;

do $$
declare
  searched record;
begin
  for searched in
    select * from (values
      ('suggestions', 'title', 'body'), ('users', 'name', 'email_address'), ('external_accounts', 'name', 'external_id')
    ) as t (collection, one, other)
  loop
    execute format('create trigger "90_index_search_words_on_insert" after insert on %I
      referencing new table as added
      for each statement execute function index_search_words()', searched.collection);
    execute format('create trigger "90_index_search_words_on_delete" after delete on %I
      referencing old table as removed
      for each statement execute function index_search_words()', searched.collection);
    execute format('create trigger "90_index_search_words_on_update" after update of %2$I, %3$I on %1$I for each row
      when (old.%2$I is distinct from new.%2$I or old.%3$I is distinct from new.%3$I)
      execute function update_search_words()', searched.collection, searched.one, searched.other);
  end loop;
end $$;

-- Search. The functions that make the searched words are in migrations, because their results are stored.
-- The searched text is in tables of its own: a full-text index is expensive to write, and a vote changes no text.

-- A LIKE pattern for texts that contain this one.
create function contains_pattern(text) returns text language sql immutable strict parallel safe
  return '%' || regexp_replace(normalize_text($1), '([\\%_])', '\\\1', 'g') || '%';

-- The words of a search or a title in their order: without accents, with the stems of both spellings. A stop word has
-- no stems.
create function searched_words(text) returns table (word text, stems text[], place bigint)
  language sql stable strict parallel safe
  begin atomic
    select plain.word,
      tsvector_to_array(to_tsvector(c.stems, plain.word))
        || tsvector_to_array(to_tsvector('simple', accentless_stems(c.stems, own.word))),
      row_number() over (order by own.place, plain.place)
    from search_configuration c,
      regexp_split_to_table(spelled_words($1), ' ') with ordinality as own (word, place),
      regexp_split_to_table(separate_words(normalize_text(own.word)), ' ') with ordinality as plain (word, place)
    where plain.word <> '';
  end;

-- A word as it is or as a prefix, or one of its stems, in the syntax of tsquery. Words of letters and digits need no
-- escaping in quotes.
create function word_query(word text, is_prefix boolean, stems text[]) returns text
  language sql immutable strict parallel safe
  return format('(''%s''%s', word, case when is_prefix then ':*' else '' end) || coalesce((
      select string_agg(distinct format(' | ''%s''', stem), '') from unnest(stems) stem
      where case when is_prefix then not starts_with(stem, word) else stem <> word end
    ), '') || ')';

-- All words are required; with the operator "|", as for a rank, any. Null when the search contains no word. Stop words count only in a search without other words.
-- Short prefixes match too much: a word is a prefix from three letters, the last one, which may still be typed, from two.
create function search_query(text, operator text default '&') returns tsquery language sql stable strict parallel safe
  begin atomic
    select string_agg(
      word_query(word, length(word) >= case when place = last then 2 else 3 end, stems), operator)::tsquery
    from (
      select *, max(place) over () as last, bool_and(stems = '{}') over () as is_all_stop_words from searched_words($1)
    ) w
    where stems <> '{}' or is_all_stop_words;
  end;

-- Suggestions that share two of the four rarest words of a title. A word may differ in its last two letters, so that
-- some spelling mistakes are found. The statistics of the planner tell which words are common.
create function similar_titles_query(title text) returns tsquery language sql stable strict parallel safe
  begin atomic
    with common as materialized (
      select word, frequency
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, frequency)
      where schemaname = 'public' and tablename = 'suggestions_search' and attname = 'words'
    ), words as (
      select w.word, w.stems, min(w.place) as place, max(frequency) as frequency
      from searched_words($1) w left join common c on c.word = w.word or c.word = any(w.stems)
      group by 1, 2
    ), rarest as (
      select word_query(left(word, greatest(length(word) - 2, 4)), true, '{}') as query,
        row_number() over (order by stems = '{}', coalesce(frequency, 0), place) as rank
      from words
      -- Words without a stem are in every title ("for", "the").
      where stems <> '{}' or not exists (select from words w where w.stems <> '{}')
      order by rank limit 4
    )
    select string_agg(
      a.query || coalesce(' & (' || (select string_agg(b.query, ' | ') from rarest b where b.rank > a.rank) || ')', ''),
      ' | ')::tsquery
    from rarest a where a.rank < (select count(*) from rarest) or a.rank = 1;
  end;

-- Suggestions with a similar title, the most similar first. Compares the newest 5,000 that share words, so that the cost
-- has a bound whatever the title. Leaves out deleted suggestions, spam, merged ones and pairs that were rejected.
create function similar_suggestions(title text, except_id bigint) returns table (id bigint, similarity real)
  language sql stable parallel safe
  begin atomic
    with candidates as materialized (
      select w.id from suggestions_search_index w
      where words_of_version(w.id, w.version) @@ (select similar_titles_query($1))
    ), compared as materialized (
      select w.id, similarity(w.title, normalize_text($1)) as similarity from suggestions_search w
      where w.id = any(array(select c.id from candidates c order by c.id desc limit 5000))
    )
    select c.id, c.similarity from compared c join suggestions s on s.id = c.id
    where c.similarity >= 0.3 and c.id is distinct from $2
      and s.state in ('new', 'approved', 'published') and s.parent_suggestion_id is null
      and not exists (
        select from suggested_merges m where m.state = 'rejected'
          and (m.suggestion_a_id = c.id and m.suggestion_b_id = $2 or m.suggestion_a_id = $2 and m.suggestion_b_id = c.id))
    order by c.similarity desc, c.id desc;
  end;

create function account_words(name text, external_id text) returns text language sql immutable parallel safe
  return normalize_text(coalesce(name, '') || ' ' || coalesce(external_id, ''));

-- For rows that were loaded without triggers.
create function fill_search_words() returns void language sql
begin atomic
  insert into suggestions_search (id, title, words)
    select id, normalize_text(title), suggestion_words(words, stems, title, body) from suggestions s, search_configuration
    where not exists (select from suggestions_search w where w.id = s.id);
  insert into suggestions_search_index
    select id, version from suggestions_search s
    where not exists (select from suggestions_search_index w where w.id = s.id);
  insert into users_search
    select id, normalize_text(name || ' ' || email_address) from users u
    where not exists (select from users_search w where w.id = u.id);
  insert into external_accounts_search
    select id, account_words(name, external_id) from external_accounts a
    where not exists (select from external_accounts_search w where w.id = a.id);
end;

-- Indexes suggestions again. The new version makes the index read the new words.
create function index_suggestions(ids bigint[]) returns void language sql
begin atomic
  update suggestions_search w
  set title = normalize_text(s.title), words = suggestion_words(c.words, c.stems, s.title, s.body), version = version + 1
  from suggestions s, search_configuration c where s.id = w.id and s.id = any(ids);
  update suggestions_search_index i set version = w.version from suggestions_search w where w.id = i.id and i.id = any(ids);
end;

create function index_search_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    case tg_table_name
      when 'suggestions' then
        insert into suggestions_search (id, title, words)
          select id, normalize_text(title), suggestion_words(words, stems, title, body)
          from added, search_configuration;
        insert into suggestions_search_index
          select id, version from suggestions_search where id in (select id from added);
      when 'users' then
        insert into users_search select id, normalize_text(name || ' ' || email_address) from added;
      else
        insert into external_accounts_search select id, account_words(name, external_id) from added;
    end case;
  else
    execute format('delete from %I where id in (select id from removed)', tg_table_name || '_search');
    if tg_table_name = 'suggestions' then
      delete from suggestions_search_index where id in (select id from removed);
    end if;
  end if;
  return null;
end $$;

create function update_search_words() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'suggestions' then
      perform index_suggestions(array[new.id]);
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

-- Search by words of the account's language.
--
-- These functions make what is stored in suggestions_search, so they belong to the schema: a migration that changes one
-- of them must fill the table again.

-- Words of letters and digits, with single spaces between them. The parser of PostgreSQL would take "export/import" for a
-- path and "c.d" for a host, whose parts could not be found. Chinese and Japanese have no spaces between words, so each of
-- their characters is a word.
create function separate_words(text) returns text language sql immutable strict parallel safe
  return array_to_string(regexp_split_to_array(
    case when octet_length($1) = length($1) then $1
      else regexp_replace($1, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])', ' \1 ', 'g')
    end collate "und-x-icu", '[^[:alnum:]]+'), ' ');

-- The words in lower case, with those accents that belong to a letter.
create function spelled_words(text) returns text language sql immutable strict parallel safe
  return separate_words(lower(
    regexp_replace(normalize($1, nfc), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"));

-- One configuration per language with a list of stop words: all other words as they are. Names begin with earshot_.
do $$
declare
  language text;
begin
  for language in
    select cfgname from pg_ts_config c join pg_ts_dict d on d.dictname = cfgname || '_stem'
    where cfgnamespace = 'pg_catalog'::regnamespace and dictnamespace = 'pg_catalog'::regnamespace
      and dictinitoption like '%stopwords%'
  loop
    execute format('create text search dictionary public.earshot_%1$s (template = pg_catalog.simple, stopwords = %1$s);
      create text search configuration public.earshot_%1$s (copy = pg_catalog.simple);
      alter text search configuration public.earshot_%1$s
        alter mapping replace pg_catalog.simple with public.earshot_%1$s', language);
  end loop;
end $$;

-- The stems of words in their own spelling, without accents. A stem without accents of the word without accents is
-- another one: the suffixes that a stemmer knows have accents.
create function accentless_stems(stems regconfig, text) returns text language sql immutable strict parallel safe
  begin atomic
    select coalesce(string_agg(normalize_text(stem), ' '), '')
    from unnest(tsvector_to_array(to_tsvector($1, spelled_words($2)))) stem;
  end;

-- Every word of a text and its stems.
create function text_words(words regconfig, stems regconfig, text) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  plain text := separate_words(normalize_text($3));
begin
  return to_tsvector(words, plain) || to_tsvector(stems, plain)
    || case when octet_length($3) = length($3) then '' else to_tsvector('simple', accentless_stems(stems, $3)) end;
end $$;

-- Stop words are found in titles only.
create function suggestion_words(words regconfig, stems regconfig, title text, body text) returns tsvector
  language sql immutable strict parallel safe
  return setweight(text_words('simple', stems, title), 'A') || setweight(text_words(words, stems, body), 'D');

-- One row: the language whose stems and stop words a search knows. Rows of suggestions_search up to this id still have
-- words of the language before.
create table search_language (
  is_singleton boolean primary key default true check (is_singleton),
  language text not null,
  reindex_up_to bigint
);
insert into search_language (language) values ('english');

-- The configurations of the language: its words without stop words, and their stems. A server that does not know the
-- language, as after a restore, has neither. The limit makes a statement look them up once.
create view search_configuration as
  select
    coalesce((
      select oid from pg_ts_config where cfgnamespace = 'public'::regnamespace and cfgname = 'earshot_' || language
    ), 'pg_catalog.simple'::regconfig)::regconfig as words,
    coalesce((
      select oid from pg_ts_config where cfgnamespace = 'pg_catalog'::regnamespace and cfgname = language
    ), 'pg_catalog.simple'::regconfig)::regconfig as stems
  from search_language limit 1;

drop table suggestions_search;
-- The searched text, in a table of its own: a full-text index is expensive to write, and a vote changes no text.
create table suggestions_search (
  id bigint primary key,
  -- Counts the changes of the words.
  version integer not null default 1,
  -- Without accents and in lower case, to be compared with other titles.
  title text not null,
  words tsvector not null
);
insert into suggestions_search (id, title, words)
  select id, normalize_text(title), suggestion_words(words, stems, title, body)
  from suggestions, search_configuration order by id;

-- Immutable, because new words get another version. Not for parallel workers: starting them takes longer than a search.
create function words_of_version(id bigint, version integer) returns tsvector
  language sql immutable strict parallel restricted
  return (select words from public.suggestions_search s where s.id = $1 and s.version = $2);

-- The rows of the word index. They are narrow, so that counting matches reads a tenth of the pages.
create table suggestions_search_index (
  id bigint primary key,
  version integer not null
);
insert into suggestions_search_index select id, version from suggestions_search order by id;
create index on suggestions_search_index using gin (words_of_version(id, version));

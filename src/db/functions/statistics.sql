-- The planner's statistics, for statements that choose between two ways to the same result.

-- The estimated rows of a table whose time is in a range, and the others; a bound can be null. No rows without statistics.
-- PL/pgSQL keeps the plan: planning the view takes longer than reading it.
create function estimate_range(
  relation text, name text, from_time timestamptz, before_time timestamptz, includes_null boolean,
  out inside double precision, out outside double precision
) language plpgsql stable as $$
declare
  rows double precision;
  nulls double precision;
  common timestamptz[];
  frequencies double precision[];
  bounds timestamptz[];
begin
  select reltuples, null_frac, most_common_vals::text::timestamptz[], most_common_freqs,
    histogram_bounds::text::timestamptz[]
  into rows, nulls, common, frequencies, bounds
  from pg_stats s join pg_class c on c.oid = to_regclass('public.' || relation)
  where s.schemaname = 'public' and s.tablename = relation and s.attname = estimate_range.name;
  if not found then
    inside := 0;
    outside := 0;
    return;
  end if;
  select rows * (case when includes_null then nulls else 0 end
    + coalesce(sum(frequency) filter (
        where (from_time is null or value >= from_time) and (before_time is null or value < before_time)), 0)
    -- The other values are in the histogram.
    + (1 - nulls - coalesce(sum(frequency), 0)) * greatest(0,
        coalesce(share_below(bounds, before_time), 1) - coalesce(share_below(bounds, from_time), 0)))
  into inside from unnest(common, frequencies) as c (value, frequency);
  outside := rows - inside;
end $$;

-- The share of a histogram before a time. All of its steps have the same number of rows.
create function share_below(bounds timestamptz[], at timestamptz) returns double precision
language sql immutable strict
  return (
    select case step
      when 0 then 0
      when cardinality(bounds) then 1
      else (step - 1 + extract(epoch from at - bounds[step])::float8
        / extract(epoch from bounds[step + 1] - bounds[step])::float8) / (cardinality(bounds) - 1)
    end
    from width_bucket(at, bounds) step);

-- The estimated suggestions that a search matches, and all of them. Of each word, its most common form counts. No matches
-- where a word is not among the common ones, and without statistics.
create function estimate_matches(query tsquery, out matches double precision, out records double precision)
language plpgsql stable as $$
declare
  words text[];
  frequencies real[];
  part text;
  frequency double precision;
begin
  select reltuples, most_common_elems::text::text[], most_common_elem_freqs into records, words, frequencies
  from pg_stats s join pg_class c on c.oid = 'public.suggestions_search'::regclass
  where s.schemaname = 'public' and s.tablename = 'suggestions_search' and s.attname = 'words';
  matches := coalesce(records, 0);
  records := matches;
  if query is null then
    matches := 0;
    return;
  end if;
  -- The words are letters and digits: as they are, or before ":*" as a prefix.
  foreach part in array string_to_array(regexp_replace(replace(query::text, ':*', '.*'), '[() '']', '', 'g'), '&') loop
    select max(c.frequency) into frequency from unnest(words, frequencies) c (word, frequency)
    where c.word ~ ('^(' || part || ')$');
    matches := matches * coalesce(frequency, 0);
    exit when matches = 0;
  end loop;
end $$;

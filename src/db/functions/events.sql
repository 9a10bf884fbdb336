-- Writes what a statement changed to `events`, for live updates. A figure that changes with a record has no event of its
-- own: the event of the record names the suggestion. The declarations of the resources say which changes have events.

create type changed_record as (id bigint, suggestion_id bigint, owner_id bigint);

-- The transaction's `earshot.origin` is the id of the person and the id of the request (src/db/db.ts).
-- A statement that changes more than 100 records is one event without an id; of so many the caller passes 101.
create function record_changes(of_collection text, change text, records changed_record[]) returns void language plpgsql as $$
declare
  origin text := current_setting('earshot.origin', true);
  actor bigint := nullif(split_part(origin, ' ', 1), '')::bigint;
  request text := nullif(split_part(origin, ' ', 2), '');
begin
  if cardinality(records) > 100 then
    insert into events (collection, action, user_id, request_id)
    values (of_collection, change, actor, request);
  elsif cardinality(records) = 1 then
    insert into events (collection, action, record_id, suggestion_id, owner_id, user_id, request_id)
    values (of_collection, change, (records[1]).id, (records[1]).suggestion_id, (records[1]).owner_id, actor, request);
  else
    insert into events (collection, action, record_id, suggestion_id, owner_id, user_id, request_id)
    select of_collection, change, r.id, r.suggestion_id, r.owner_id, actor, request
    from unnest(records) r order by r.id;
  end if;
end $$;

create function record_events() returns trigger language plpgsql as $$
declare
  changed_collection text := tg_table_name;
  change text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  records changed_record[];
begin
  case tg_argv[0]
    when 'a suggestion' then
      select array_agg(c) into records from (select id, id, null::bigint from changed limit 101) c;
    when 'of a suggestion' then
      select array_agg(c) into records from (select id, suggestion_id, null::bigint from changed limit 101) c;
    when 'of a person' then
      select array_agg(c) into records from (select id, null::bigint, user_id from changed limit 101) c;
    -- A join table: its rows are shown by the record that owns them.
    when 'a link of a suggestion' then
      changed_collection := 'suggestions';
      change := 'updated';
      select array_agg(c) into records from (
        select distinct suggestion_id, suggestion_id, null::bigint from changed where suggestion_id is not null limit 101
      ) c;
    when 'a link of a team' then
      changed_collection := 'teams';
      change := 'updated';
      select array_agg(c) into records from (select distinct team_id, null::bigint, null::bigint from changed limit 101) c;
    when '' then
      select array_agg(c) into records from (select id, null::bigint, null::bigint from changed limit 101) c;
  end case;
  if records is not null then
    perform record_changes(changed_collection, change, records);
  end if;
  return null;
end $$;

-- For tables of which only some changes have events.
create function record_event_of_row() returns trigger language plpgsql as $$
declare
  origin text := current_setting('earshot.origin', true);
begin
  insert into events (collection, action, record_id, user_id, request_id)
  values (tg_table_name, case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    coalesce(new.id, old.id), nullif(split_part(origin, ' ', 1), '')::bigint, nullif(split_part(origin, ' ', 2), ''));
  return null;
end $$;

-- Clients of the service's own people are not records, and a use is no change.
create trigger "90_record_events_on_insert" after insert on api_clients for each row
  when (new.person_id is null) execute function record_event_of_row();
create trigger "90_record_events_on_update" after update on api_clients for each row
  when (new.person_id is null and old.updated_at is distinct from new.updated_at) execute function record_event_of_row();
create trigger "90_record_events_on_delete" after delete on api_clients for each row
  when (old.person_id is null) execute function record_event_of_row();

-- Each mail changes a count, which is not announced.
create trigger "90_record_events_on_update" after update on mailings for each row
  when (old.state is distinct from new.state) execute function record_event_of_row();

-- What is done for a few people reads a few rows, however large the tables are and however little the server knows of
-- them: after a crash it has forgotten how much was written, and may not count rows again for long. Told to join people
-- whom it had never counted, it asked of everybody whether they had acted.
create or replace function promote_known(jobs bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform promote_identities(array_agg(external_id)) from pending_identities p
  where identify_job_id = any(jobs) and coalesce(
    (select true from external_users e where e.external_id = p.external_id),
    (select has_acted(u.id) from users u where lower(u.email_address) = lower(p.email)),
    false
  );
end $$;

do $$
declare
  for_few regprocedure;
begin
  foreach for_few in array array[
    'write_accounts(jsonb[])', 'write_external_users(jsonb[])', 'promote_accounts(text[])',
    'promote_identities(text[])', 'promote_people(bigint[])', 'identify(bigint, jsonb)'
  ]::regprocedure[] loop
    execute format('alter function %s set enable_hashjoin = off', for_few);
    execute format('alter function %s set enable_mergejoin = off', for_few);
  end loop;
end $$;

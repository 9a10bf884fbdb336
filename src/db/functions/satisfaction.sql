-- A person's newest rating is their satisfaction. It counts on the suggestions they support and on their accounts.

create type satisfaction_change as (user_id bigint, old_score integer, new_score integer);

create function count_satisfaction() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  people bigint[];
  changes satisfaction_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct user_id) into people from added;
  elsif tg_op = 'UPDATE' then
    -- Ratings that became those of another person.
    select array_agg(distinct person) into people
    from added a join removed r using (id), unnest(array[a.user_id, r.user_id]) person
    where a.user_id <> r.user_id;
  else
    select array_agg(distinct user_id) into people from removed;
  end if;
  if people is null then
    return null;
  end if;
  perform from user_figures where id = any(people) order by id for no key update;
  update nps_ratings r set previous_rating = w.previous, updated_at = now()
  from (
    select id, lag(rating) over (partition by user_id order by created_at, id) as previous
    from nps_ratings where user_id = any(people)
  ) w where r.id = w.id and r.previous_rating is distinct from w.previous;
  select array_agg(c) into changes from (
    select u.id, u.satisfaction_score,
      (select rating from nps_ratings where user_id = u.id order by created_at desc, id desc limit 1) as score
    from users u where u.id = any(people)
  ) c where c.satisfaction_score is distinct from c.score;
  update users u set
    satisfaction_score = (select rating from nps_ratings where id = n.ids[1]),
    current_nps_rating_id = n.ids[1],
    previous_nps_rating_id = n.ids[2]
  from unnest(people) p (id), lateral (
    select array(select id from nps_ratings where user_id = p.id order by created_at desc, id desc limit 2) as ids
  ) n
  where u.id = p.id;
  if changes is null then
    return null;
  end if;

  perform from external_account_figures where id in (
    select external_account_id from external_users where user_id = any(people)) order by id for no key update;
  update external_account_figures a set
    nps_raters_count = nps_raters_count + d.raters,
    nps_promoters_count = nps_promoters_count + d.promoters,
    nps_detractors_count = nps_detractors_count + d.detractors,
    updated_at = now()
  from (
    select m.external_account_id,
      sum((new_score is not null)::int - (old_score is not null)::int) as raters,
      sum(coalesce(new_score >= 9, false)::int - coalesce(old_score >= 9, false)::int) as promoters,
      sum(coalesce(new_score <= 6, false)::int - coalesce(old_score <= 6, false)::int) as detractors
    from unnest(changes) c join (
      select distinct user_id, external_account_id from external_users
      where user_id = any(people) and external_account_id is not null
    ) m on m.user_id = c.user_id
    group by 1
  ) d where a.id = d.external_account_id;

  perform from suggestion_figures where id in (
    select suggestion_id from supporters where user_id = any(people)) order by id for no key update;
  update suggestion_figures s set
    satisfaction_detractor_count = satisfaction_detractor_count + d.detractors,
    satisfaction_neutral_count = satisfaction_neutral_count + d.neutrals,
    satisfaction_promoter_count = satisfaction_promoter_count + d.promoters,
    satisfaction_total = satisfaction_total + d.satisfaction,
    updated_at = now()
  from (
    select suggestion_id,
      sum(coalesce(new_score <= 6, false)::int - coalesce(old_score <= 6, false)::int) as detractors,
      sum(coalesce(new_score in (7, 8), false)::int - coalesce(old_score in (7, 8), false)::int) as neutrals,
      sum(coalesce(new_score >= 9, false)::int - coalesce(old_score >= 9, false)::int) as promoters,
      sum(coalesce(new_score, 0) - coalesce(old_score, 0)) as satisfaction
    from unnest(changes) c join supporters p on p.user_id = c.user_id
    group by 1
  ) d where s.id = d.suggestion_id;
  perform touch_supporters_and_ratings(array(
    select user_id from unnest(changes) c where exists (select from external_users e where e.user_id = c.user_id)));
  return null;
end $$;

create trigger "40_count_satisfaction_on_insert" after insert on nps_ratings referencing new table as added
  for each statement execute function count_satisfaction();
create trigger "40_count_satisfaction_on_delete" after delete on nps_ratings referencing old table as removed
  for each statement execute function count_satisfaction();
create trigger "40_count_satisfaction_on_update" after update on nps_ratings
  referencing old table as removed new table as added
  for each statement execute function count_satisfaction();

-- The forum of a status update is that of its suggestion.

create function set_forum_of_status_update() returns trigger language plpgsql as $$
begin
  select s.forum_id into new.forum_id from suggestions s where s.id = new.suggestion_id;
  return new;
end $$;

create trigger "05_set_forum" before insert or update of suggestion_id on status_updates for each row
  execute function set_forum_of_status_update();

create function move_status_updates() returns trigger language plpgsql as $$
begin
  update status_updates set forum_id = new.forum_id where suggestion_id = new.id;
  return null;
end $$;

create trigger "85_move_status_updates" after update of forum_id on suggestions for each row
  when (old.forum_id is distinct from new.forum_id) execute function move_status_updates();

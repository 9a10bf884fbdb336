-- What the form for a suggestion on the portal asks besides title and text. A position: it is asked, in this order.
alter table custom_fields
  add column portal_position integer check (portal_position >= 0),
  add column portal_required boolean not null default false,
  add column portal_public boolean not null default false,
  add column portal_choices text[] not null default '{}',
  add check (portal_position is null or object_type = 'suggestions');

-- The answers of a guest, until they become those of a suggestion.
alter table guest_contributions add column custom_fields jsonb not null default '{}';

-- Whether the portal leaves the person's name out where it shows who supports something.
alter table users add column hides_support boolean not null default false;

create or replace view translatable_strings (kind, name, value) as
  select 'plain', 'forum.' || id || '.name', name from forums
  union all select 'plain', 'forum.' || id || '.prompt', prompt from forums where prompt is not null
  union all select 'plain', 'status.' || id || '.name', name from statuses
  union all select 'plain', 'category.' || id || '.name', name from categories
  union all select 'plain', 'custom_field.' || id || '.name', name from custom_fields where portal_position is not null
  union all select 'html', 'forum.' || id || '.welcome_message', welcome_message from forums
    where welcome_message is not null;

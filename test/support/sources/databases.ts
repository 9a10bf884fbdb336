// Small databases of Astuto and LogChimp.
import { ASTUTO_TABLES } from './astuto.ts'
import { LOGCHIMP_TABLES } from './logchimp.ts'

export const ASTUTO = (name: string) => `${ASTUTO_TABLES}
  insert into tenants values (1, '${name}', 'default', 'en', null, '2024-01-01', '2024-01-01', 0);
  insert into users (id, email, encrypted_password, created_at, updated_at, role, full_name, status, tenant_id, confirmed_at,
      notifications_enabled)
    values (1, 'owner@${name}.test', 'hash-of-a-password', '2024-01-01', '2024-01-01', 3, 'Owner', 0, 1, '2024-01-01', true),
      (2, 'ann@${name}.test', 'hash-of-a-password', '2024-01-02', '2024-01-02', 0, 'Ann', 0, 1, null, false),
      (3, 'bad@${name}.test', 'hash-of-a-password', '2024-01-03', '2024-01-03', 0, 'Bad', 1, 1, null, true);
  insert into boards values (1, 'Board ${name}', 'About **it**', '2024-01-01', '2024-01-01', 0, 1, 'board');
  insert into post_statuses values (1, 'Planned ${name}', '#0096ff', '2024-01-01', '2024-01-01', 0, true, 1),
    (2, 'Completed ${name}', '#6ac47c', '2024-01-01', '2024-01-01', 1, true, 1);
  insert into posts values (1, 'Dark mode ${name}', 'As *this*', 1, 2, 2, '2024-02-01 12:30:00.123456', '2024-02-01', 1, 'dark', 0),
    (2, 'Anonymous ${name}', null, 1, null, null, '2024-02-02', '2024-02-02', 1, 'anonymous', 1);
  insert into likes values (1, 1, 1, '2024-02-03', '2024-02-03', 1), (2, 2, 1, '2024-02-04', '2024-02-04', 1);
  insert into follows values (1, 2, 1, '2024-02-03', '2024-02-03', 1), (2, 3, 1, '2024-02-03', '2024-02-03', 1);
  insert into comments values (1, 'First', 2, 1, null, '2024-02-05', '2024-02-05', false, 1),
    (2, 'Answer', 1, 1, 1, '2024-02-06', '2024-02-06', false, 1),
    (3, 'It is done', 1, 1, null, '2024-02-07', '2024-02-07', true, 1);
  insert into post_status_changes values (1, 1, 1, 1, '2024-02-06', '2024-02-06', 1), (2, 1, 1, 2, '2024-02-07', '2024-02-07', 1);
  insert into active_storage_attachments values (1, 'attachments', 'Post', 1, 1, '2024-02-01');`

export const LOGCHIMP = (name: string) => `${LOGCHIMP_TABLES}
  insert into users select ('00000000-0000-0000-0000-00000000000' || i)::uuid, 'Person ' || i, 'p' || i || '@${name}.test', 'hash',
    'p' || i, null, true, i = 1, i = 3, case when i = 2 then 'Calls often' end, '2024-01-01 00:00+02' from generate_series(1, 3) i;
  insert into boards values ('00000000-0000-0000-0000-00000000000b', 'Board ${name}', 'board', 'ff0000');
  insert into roadmaps values ('00000000-0000-0000-0000-00000000000c', 'Done ${name}', 'done', 1, '00ff00');
  insert into posts values
    ('00000000-0000-0000-0000-0000000000a1', 'Dark mode ${name}', 'dark', 'x', 'As *this*', '00000000-0000-0000-0000-000000000001',
      '2024-02-01 12:30+02', now(), '00000000-0000-0000-0000-00000000000b', '00000000-0000-0000-0000-00000000000c'),
    ('00000000-0000-0000-0000-0000000000a2', 'Without a board ${name}', 'without', 'y', null, '00000000-0000-0000-0000-000000000002',
      '2024-02-02', now(), null, null);
  insert into votes select gen_random_uuid(), ('00000000-0000-0000-0000-00000000000' || i)::uuid,
    '00000000-0000-0000-0000-0000000000a1', '2024-02-03' from generate_series(1, 3) i;
  insert into posts_comments values
    ('00000000-0000-0000-0000-0000000000c1', null, gen_random_uuid(), 'First', false, false, false, '2024-02-04', '2024-02-04'),
    ('00000000-0000-0000-0000-0000000000c2', '00000000-0000-0000-0000-0000000000c1', gen_random_uuid(), 'Answer', false, false, false,
      '2024-02-05', '2024-02-05'),
    ('00000000-0000-0000-0000-0000000000c3', null, gen_random_uuid(), 'Inside', false, false, true, '2024-02-06', '2024-02-06');
  insert into posts_activity select gen_random_uuid(), 'comment', id, '00000000-0000-0000-0000-0000000000a1',
    '00000000-0000-0000-0000-000000000002', created_at from posts_comments;`

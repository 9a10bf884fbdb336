// Databases of Astuto and LogChimp, whose tables are those of their schemas.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onCleanup } from '../cleanup.ts'
import { databaseUrl } from '../command.ts'
import type { TestService } from '../service.ts'
import { inDatabase } from '../template-database.ts'

async function runSql(connection: pg.ClientConfig, statements: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

/** A database of its own. Its address has a password, which the server of the tests does not ask for. */
export async function startDatabase(
  at: Pick<TestService, 'connection'>,
  statements: string,
  password: string,
) {
  const name = `source_${randomBytes(6).toString('hex')}`
  await runSql(at.connection, `create database ${name}`)
  onCleanup(() => runSql(at.connection, `drop database ${name} with (force)`))
  const connection = inDatabase(at.connection, name)
  await runSql(connection, statements)
  const url = databaseUrl({ password, ...connection })
  return { name, connection, url, run: (more: string) => runSql(connection, more) }
}

export const ASTUTO = (name: string) => `
  create table tenants (id bigserial primary key, site_name varchar not null, subdomain varchar not null,
    locale varchar, custom_domain varchar, created_at timestamp(6) not null, updated_at timestamp(6) not null, status integer);
  create table users (id bigserial primary key, email varchar not null default '', encrypted_password varchar not null default '',
    reset_password_token varchar, confirmed_at timestamp, created_at timestamp(6) not null, updated_at timestamp(6) not null,
    role integer, full_name varchar, notifications_enabled boolean not null default true, status integer,
    tenant_id bigint not null, oauth_token varchar, current_sign_in_at timestamp, last_sign_in_at timestamp);
  create table boards (id bigserial primary key, name varchar not null, description text, created_at timestamp(6) not null,
    updated_at timestamp(6) not null, "order" integer not null, tenant_id bigint not null, slug varchar);
  create table post_statuses (id bigserial primary key, name varchar not null, color varchar not null,
    created_at timestamp(6) not null, updated_at timestamp(6) not null, "order" integer not null,
    show_in_roadmap boolean not null default false, tenant_id bigint not null);
  create table posts (id bigserial primary key, title varchar not null, description text, board_id bigint not null, user_id bigint,
    post_status_id bigint, created_at timestamp(6) not null, updated_at timestamp(6) not null, tenant_id bigint not null,
    slug varchar, approval_status integer not null default 0);
  create table likes (id bigserial primary key, user_id bigint not null, post_id bigint not null,
    created_at timestamp(6) not null, updated_at timestamp(6) not null, tenant_id bigint not null);
  create table follows (like likes including all);
  create table comments (id bigserial primary key, body text, user_id bigint not null, post_id bigint not null, parent_id bigint,
    created_at timestamp(6) not null, updated_at timestamp(6) not null, is_post_update boolean not null default false,
    tenant_id bigint not null);
  create table post_status_changes (id bigserial primary key, user_id bigint not null, post_id bigint not null,
    post_status_id bigint, created_at timestamp(6) not null, updated_at timestamp(6) not null, tenant_id bigint not null);
  create table active_storage_attachments (id bigserial primary key, name varchar not null, record_type varchar not null,
    record_id bigint not null, blob_id bigint not null, created_at timestamp not null);
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

export const LOGCHIMP = (name: string) => `
  create table users ("userId" uuid primary key, name varchar(30), email varchar(320) not null unique, password varchar(72) not null,
    username varchar(30) not null, avatar text, "isVerified" boolean default false, "isOwner" boolean default false,
    "isBlocked" boolean default false, notes text, "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now());
  create table boards ("boardId" uuid primary key, name varchar(50) not null, url varchar(50) not null, color varchar(6) not null,
    display boolean default false, view_voters boolean default true, "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now());
  create table roadmaps (id uuid primary key, name varchar(50) not null, url varchar(50) not null, index integer not null,
    color varchar(6) not null, display boolean default false, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now());
  create table posts ("postId" uuid primary key, title varchar(100) not null, slug varchar(150) not null, "slugId" varchar(20) not null,
    "contentMarkdown" text, "userId" uuid not null, "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now(), "boardId" uuid, roadmap_id uuid);
  create table votes ("voteId" uuid primary key, "userId" uuid not null, "postId" uuid not null, "createdAt" timestamptz not null default now());
  create table posts_comments (id uuid primary key, parent_id uuid, activity_id uuid not null, body varchar(1000) not null,
    is_edited boolean default false, is_spam boolean default false, is_internal boolean default false,
    created_at timestamptz not null, updated_at timestamptz not null);
  create table posts_activity (id uuid primary key, type varchar(50) not null, posts_comments_id uuid, post_id uuid not null,
    author_id uuid not null, created_at timestamptz not null);
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

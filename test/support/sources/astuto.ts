// The database of Astuto.
import type { Account, Export, Text } from './account.ts'
import type { Rows } from './database.ts'
import {
  byId,
  isShown,
  keepComments,
  keepShownFiles,
  keepSuggestions,
  leaveOutNameless,
  teamOf,
} from './limits.ts'
import { asMarkdown } from './texts.ts'

export const ASTUTO_TABLES = `
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
    record_id bigint not null, blob_id bigint not null, created_at timestamp not null);`

const APPROVAL: Record<string, number> = { published: 0, approved: 0, new: 1, deleted: 2 }

/** A comment of the team that is an update of the post. */
const UPDATE_OFFSET = 1_000_000

export function exportAstuto({ name, account, fileAt }: Export): Rows {
  const text = (found: Text) => asMarkdown(found, (key, alt) => `![${alt}](${fileAt(key)})`)
  const team = teamOf(account)
  const people = account.people.filter(({ email }) => email !== null)
  const isKnown = (id: number | null) => people.some((one) => one.id === id)
  const posts = account.suggestions.filter(
    ({ state, mergedInto }) => state !== 'spam' && mergedInto === null,
  )
  const isListed = ({ suggestion }: { suggestion: number }) =>
    posts.some(({ id }) => id === suggestion)
  const times = (created: string) => ({ created_at: created, updated_at: created, tenant_id: 1 })
  const own = { created_at: '2024-01-01', updated_at: '2024-01-01' }
  return {
    tenants: [{ id: 1, site_name: name, subdomain: 'default', locale: 'en', status: 0, ...own }],
    users: people.map((one) => ({
      id: one.id,
      email: one.email,
      encrypted_password: 'hash',
      role: team.has(one.id) ? 2 : 0,
      full_name: one.name,
      notifications_enabled: one.wantsMails,
      status: one.isBlocked ? 1 : 0,
      current_sign_in_at: one.lastSeen,
      ...times(one.created),
    })),
    boards: account.forums.map((one, order) => ({
      id: one.id,
      name: one.name,
      description: one.welcome && text(one.welcome),
      order,
      ...times(one.created),
    })),
    post_statuses: account.statuses.map((one, order) => ({
      id: one.id,
      name: one.name,
      color: one.color,
      order,
      show_in_roadmap: true,
      ...times(one.created),
    })),
    posts: posts.map((one) => ({
      id: one.id,
      title: one.title,
      description: text(one.text),
      board_id: one.forum,
      user_id: isKnown(one.author) ? one.author : null,
      post_status_id: one.status,
      approval_status: APPROVAL[one.state],
      ...times(one.created),
    })),
    likes: account.votes
      .filter((one) => isListed(one) && isKnown(one.person))
      .map((one) => ({ user_id: one.person, post_id: one.suggestion, ...times(one.created) })),
    follows: [...account.votes.filter(({ isSubscribed }) => isSubscribed), ...account.followers]
      .filter((one) => isListed(one) && isKnown(one.person))
      .map((one) => ({ user_id: one.person, post_id: one.suggestion, ...times('2025-02-01') })),
    comments: [
      ...account.comments
        .filter((one) => isListed(one) && isShown(one) && isKnown(one.author))
        .map((one) => ({
          id: one.id,
          body: text(one.text),
          user_id: one.author,
          post_id: one.suggestion,
          parent_id:
            account.comments.find(({ id, author }) => id === one.answers && isKnown(author))?.id ??
            null,
          is_post_update: false,
          ...times(one.created),
        })),
      ...account.updates.filter(isListed).flatMap((one) =>
        one.text === null
          ? []
          : [
              {
                id: UPDATE_OFFSET + one.id,
                body: text(one.text),
                user_id: one.author,
                post_id: one.suggestion,
                is_post_update: true,
                ...times(one.created),
              },
            ],
      ),
    ],
    post_status_changes: account.updates.filter(isListed).map((one) => ({
      user_id: one.author,
      post_id: one.suggestion,
      post_status_id: one.status,
      ...times(one.created),
    })),
  }
}

/** What the database of Astuto does not say. */
export function limitToAstuto(account: Account): void {
  keepSuggestions(account, ({ state, mergedInto }) => state !== 'spam' && mergedInto === null)
  leaveOutNameless(account)
  keepComments(account, isShown)
  // The words of an answer and the change of the status are two records.
  account.updates = account.updates.flatMap((one) => [
    { ...one, text: null },
    ...(one.text === null ? [] : [{ ...one, status: null, oldStatus: null }]),
  ])
  account.labels = []
  account.categories = []
  account.notes = []
  account.feedback = []
  account.announcements = []
  account.companies = []
  account.members = []
  for (const one of account.suggestions) {
    Object.assign(one, { category: null, owner: null, labels: [], fields: {} })
    one.closed = byId(account.statuses).get(one.status)?.isOpen === false ? one.created : null
  }
  for (const forum of account.forums) forum.isPrivate = false
  for (const vote of account.votes) vote.weight = 1
  keepShownFiles(account)
}

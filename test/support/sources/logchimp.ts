// The database of LogChimp.
import type { Account, Comment, Export, Note, Text } from './account.ts'
import type { Rows } from './database.ts'
import {
  byId,
  isShown,
  keepComments,
  keepShownFiles,
  keepSuggestions,
  leaveOutNameless,
} from './limits.ts'
import { asMarkdown } from './texts.ts'

export const LOGCHIMP_TABLES = `
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
    author_id uuid not null, created_at timestamptz not null);`

const uuid = (kind: number, id: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(id).padStart(12, '0')}`

const MAX_REMARK = 1000

/** The owner of the site. */
const ownerOf = ({ comments }: Account) => comments.find(({ isByTeam }) => isByTeam)?.author

const isListed =
  ({ people }: Account) =>
  (one: Account['suggestions'][number]) =>
    isShown(one) &&
    one.mergedInto === null &&
    people.some(({ id, email }) => id === one.author && email !== null)

const isShort = (text: Text) => text.body.length < MAX_REMARK - 300

export function exportLogchimp({ account, fileAt }: Export): Rows {
  const text = (found: Text) => asMarkdown(found, (key, alt) => `![${alt}](${fileAt(key)})`)
  const people = account.people.filter(({ email }) => email !== null)
  const isKnown = (id: number | null) => people.some((one) => one.id === id)
  const posts = account.suggestions.filter(isListed(account))
  const isOfPost = ({ suggestion }: { suggestion: number }) =>
    posts.some(({ id }) => id === suggestion)
  const remarks = [
    ...account.comments.map((one) => ({ one, kind: 6, isInternal: false })),
    ...account.notes.map((one) => ({ one, kind: 7, isInternal: true })),
  ].filter(({ one }) => isOfPost(one) && isKnown(one.author) && isShort(one.text))
  const parentOf = ({ answers }: Comment | Note, kind: number) =>
    remarks.some(({ one, kind: other }) => other === kind && one.id === answers)
      ? uuid(kind, answers as number)
      : null
  return {
    users: people.map((one) => ({
      userId: uuid(1, one.id),
      name: one.name,
      email: one.email,
      password: 'hash',
      username: `user${one.id}`,
      isVerified: true,
      isOwner: one.id === ownerOf(account),
      isBlocked: one.isBlocked,
      createdAt: one.created,
      updatedAt: one.created,
    })),
    boards: account.forums.map((one) => ({
      boardId: uuid(2, one.id),
      name: one.name,
      url: 'board',
      color: 'ff0000',
      display: true,
      view_voters: true,
      createdAt: one.created,
      updatedAt: one.created,
    })),
    roadmaps: account.statuses.map((one, index) => ({
      id: uuid(3, one.id),
      name: one.name,
      url: 'roadmap',
      index,
      color: one.color.slice(1),
      display: true,
      created_at: one.created,
      updated_at: one.created,
    })),
    posts: posts.map((one) => ({
      postId: uuid(4, one.id),
      title: one.title,
      slug: 'slug',
      slugId: 'slug',
      contentMarkdown: text(one.text),
      userId: uuid(1, one.author as number),
      createdAt: one.created,
      updatedAt: one.created,
      boardId: uuid(2, one.forum),
      roadmap_id: one.status === null ? null : uuid(3, one.status),
    })),
    votes: account.votes
      .filter((one) => isOfPost(one) && isKnown(one.person))
      .map((one, i) => ({
        voteId: uuid(5, i),
        userId: uuid(1, one.person),
        postId: uuid(4, one.suggestion),
        createdAt: one.created,
      })),
    posts_comments: remarks.map(({ one, kind, isInternal }) => ({
      id: uuid(kind, one.id),
      parent_id: parentOf(one, kind),
      activity_id: uuid(8 + kind, one.id),
      body: text(one.text),
      is_edited: false,
      is_spam: 'state' in one && one.state === 'spam',
      is_internal: isInternal,
      created_at: one.created,
      updated_at: one.created,
    })),
    posts_activity: remarks.map(({ one, kind }) => ({
      id: uuid(8 + kind, one.id),
      type: 'comment',
      posts_comments_id: uuid(kind, one.id),
      post_id: uuid(4, one.suggestion),
      author_id: uuid(1, one.author as number),
      created_at: one.created,
    })),
  }
}

/** What the database of LogChimp does not say. */
export function limitToLogchimp(account: Account): void {
  const owner = ownerOf(account)
  keepSuggestions(account, isListed(account))
  leaveOutNameless(account)
  keepComments(account, ({ text }) => isShort(text))
  account.notes = account.notes.filter(({ text }) => isShort(text))
  for (const note of account.notes)
    if (!account.notes.some(({ id }) => id === note.answers)) note.answers = null
  for (const one of account.comments) one.isByTeam = one.author === owner
  account.updates = []
  account.labels = []
  account.categories = []
  account.followers = []
  account.feedback = []
  account.announcements = []
  account.companies = []
  account.members = []
  for (const one of account.suggestions) {
    Object.assign(one, { category: null, owner: null, labels: [], fields: {} })
    one.closed = byId(account.statuses).get(one.status)?.isOpen === false ? one.created : null
  }
  for (const person of account.people) Object.assign(person, { lastSeen: null, wantsMails: true })
  for (const forum of account.forums) Object.assign(forum, { isPrivate: false, welcome: null })
  for (const vote of account.votes) Object.assign(vote, { weight: 1, isSubscribed: true })
  keepShownFiles(account)
}

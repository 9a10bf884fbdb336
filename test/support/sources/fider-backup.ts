// Fider: its backup.
import { randomInt } from 'node:crypto'
import type { ZipEntry } from '../zip.ts'
import { PICTURE } from './server.ts'

export type Row = Record<string, unknown>

const SCREEN = `attachments/${'y'.repeat(64)}-screen.png`

/** A backup of Fider, as `json.Marshal` writes the tables of one site. */
export function fider(site: string) {
  const base = randomInt(1_000_000, 100_000_000)
  const time = (day: number) => new Date(Date.UTC(2024, 0, day, 10, 30)).toISOString()
  const users: Row[] = Array.from({ length: 12 }, (_, i) => ({
    id: base + i,
    name: i === 3 ? '' : `Person ${i} of ${site}`,
    // A person who was deleted has neither.
    email: i === 3 ? '' : `person${i}@${site}.test`,
    created_at: time(1),
    tenant_id: 1,
    role: i === 0 ? 3 : i === 1 ? 2 : 1,
    status: i === 3 ? 2 : i === 4 ? 3 : 1,
    api_key: i === 0 ? 'secret-of-the-api' : null,
    avatar_type: 1,
    avatar_bkey: '',
    email_supressed_at: null,
  }))
  const statuses = [0, 4, 1, 2, 3, 5, 6, 0, 5]
  const posts: Row[] = statuses.map((status, i) => ({
    id: base + 100 + i,
    // Digits of a text are a number in the backup.
    title: i === 7 ? base : `Idea ${i} of ${site}`,
    slug: `idea-${i}`,
    number: base + 200 + i,
    description:
      i === 0
        ? `**Bold**\n\n![](fider-image:attachments/${'x'.repeat(64)}-plan.txt) ![](fider-image:${SCREEN})`
        : '',
    tenant_id: 1,
    created_at: time(2 + i),
    user_id: base + 5,
    status,
    response: status === 0 || status === 6 ? null : `About ${i}`,
    response_user_id: status === 0 ? null : base,
    response_date: status === 0 ? null : time(20),
    original_id: i === 5 ? base + 100 : i === 8 ? base + 105 : null,
    is_approved: i !== 7,
    language: 'en',
  }))
  const vote = (post: number, user: number) => ({
    user_id: base + user,
    post_id: base + 100 + post,
    tenant_id: 1,
    created_at: time(12),
  })
  const tables: Record<string, Row[]> = {
    attachments: [
      {
        id: base + 1,
        tenant_id: 1,
        post_id: base + 100,
        comment_id: null,
        user_id: base + 5,
        attachment_bkey: `attachments/${'x'.repeat(64)}-plan.txt`,
      },
      {
        id: base + 3,
        tenant_id: 1,
        post_id: base + 100,
        comment_id: null,
        user_id: base + 5,
        attachment_bkey: SCREEN,
      },
      {
        id: base + 2,
        tenant_id: 1,
        post_id: base + 100,
        comment_id: null,
        user_id: base + 5,
        attachment_bkey: `attachments/${'y'.repeat(64)}-gone.txt`,
      },
    ],
    comments: [
      { id: base + 1, content: 'From the team', user_id: base, deleted_at: null },
      { id: base + 2, content: 'From a person', user_id: base + 6, deleted_at: null },
      { id: base + 3, content: 'Deleted', user_id: base + 6, deleted_at: time(15) },
      { id: base + 4, content: 'By nobody', user_id: null, deleted_at: null },
    ].map((row) => ({
      ...row,
      tenant_id: 1,
      post_id: base + 100,
      created_at: time(13),
      edited_at: null,
      edited_by_id: null,
      deleted_by_id: null,
      is_approved: true,
    })),
    email_verifications: [],
    notifications: [],
    oauth_providers: [],
    posts,
    post_subscribers: [
      { user_id: base + 5, post_id: base + 100, status: 1 },
      { user_id: base + 6, post_id: base + 100, status: 0 },
      { user_id: base + 7, post_id: base + 101, status: 1 },
    ].map((row) => ({ ...row, tenant_id: 1, created_at: time(3), updated_at: time(3) })),
    post_tags: [
      { tag_id: base + 1, post_id: base + 100, created_at: time(4), created_by_id: base },
    ].map((row) => ({ ...row, tenant_id: 1 })),
    // Person 6 voted for the idea and for its duplicate.
    post_votes: [vote(0, 5), vote(0, 6), vote(5, 6), vote(5, 8), vote(8, 9), vote(1, 5)],
    tags: [
      {
        id: base + 1,
        tenant_id: 1,
        name: `Tag of ${site}`,
        slug: 'tag',
        color: 'ff0000',
        is_public: true,
        created_at: time(1),
      },
    ],
    tenants: [
      {
        id: 1,
        name: `Site ${site}`,
        subdomain: site,
        cname: '',
        created_at: time(1),
        invitation: 'What do you need?',
        welcome_message: 'Hello *everybody*',
        is_private: false,
      },
    ],
    user_providers: [],
    users,
    user_settings: [
      {
        id: 1,
        user_id: base + 6,
        key: 'event_notification_change_status',
        value: 1,
        tenant_id: 1,
      },
    ],
  }
  const blobs = {
    [`attachments/${'x'.repeat(64)}-plan.txt`]: 'What we plan',
    [SCREEN]: PICTURE,
    'avatars/somebody.png': 'no picture',
  }
  return { base, tables, blobs }
}

export const tablesOf = ({ tables, blobs }: ReturnType<typeof fider>): ZipEntry[] => [
  ...Object.entries(tables).map(([name, rows]) => ({
    name: `${name}.json`,
    content: JSON.stringify(rows),
  })),
  ...Object.entries(blobs).map(([key, content]) => ({ name: `blobs/${key}`, content })),
]

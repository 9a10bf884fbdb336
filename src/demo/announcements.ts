// Announcements about suggestions that were done: published ones, one that is scheduled, and a draft. A later run finds them by title.

import type { Client } from 'pg'
import type { Plan } from './suggestions.ts'
import type { Created } from './surroundings.ts'

type Sample = {
  title: string
  types: string[]
  body: string
  /** Negative for a scheduled one; null for a draft. */
  daysAgo: number | null
}

const SAMPLES: Sample[] = [
  {
    title: 'Dashboards that refresh by themselves',
    types: ['new'],
    body: 'Dashboards now show **live figures**. Put two charts side by side, and share the page with your team.\n\n- Choose *Refresh every minute* in the menu.\n- Old links keep working.',
    daysAgo: 6,
  },
  {
    title: 'Invoices with all tax fields',
    types: ['improved', 'fixed'],
    body: 'Invoices and receipts have the tax fields that accounting needs. Amounts are rounded as on the printed page.',
    daysAgo: 24,
  },
  {
    title: 'Faster search on large workspaces',
    types: ['improved'],
    body: 'Results appear while you type, also with a million records.',
    daysAgo: 61,
  },
  {
    title: 'Webhooks for every event',
    types: ['new'],
    body: 'Choose which events are sent, see what was delivered, and send it again.',
    daysAgo: -7,
  },
  {
    title: 'What we plan for the next quarter',
    types: [],
    body: 'A few words about what comes next.',
    daysAgo: null,
  },
]

const LINKS_EACH = 3

export async function makeAnnouncements(
  client: Client,
  created: Created,
  { firstId, count }: Plan,
  admin: number,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select id from suggestions where id between $1 and $2 and is_visible and closed_at is not null
     order by id desc limit $3`,
    [firstId, firstId + count - 1, SAMPLES.length * LINKS_EACH],
  )
  for (const [place, { title, types, body, daysAgo }] of SAMPLES.entries()) {
    const made = await client.query<{ id: number }>(
      `insert into announcements (title, types, body, body_mime_type, publish_at, published_at, created_at, updated_at,
         created_by_id, updated_by_id)
       select $1, $2, $3, 'text/markdown',
         case when $4 < 0 then date_trunc('hour', now()) - $4 * interval '1 day' end,
         case when $4 >= 0 then now() - $4 * interval '1 day' end,
         now() - (greatest($4, 0) + 1) * interval '1 day', now() - greatest($4, 0) * interval '1 day', $5, $5
       where not exists (select from announcements where title = $1) returning id`,
      [title, types, body, daysAgo, admin],
    )
    created.add('announcements', made.rows)
    const linked = rows.slice(place * LINKS_EACH, (place + 1) * LINKS_EACH)
    for (const { id } of made.rows)
      await client.query(
        'insert into announcement_suggestions (announcement_id, suggestion_id) select $1, unnest($2::bigint[])',
        [id, linked.map((one) => one.id)],
      )
  }
}

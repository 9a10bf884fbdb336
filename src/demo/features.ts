// Product areas, statuses of features, and features. A later run finds them by name. A suggestion belongs to the feature that
// has the noun of its title.

import type { Client } from 'pg'
import { Chance } from './chance.ts'
import { DAY, type People } from './people.ts'
import { type Created, findOrMakeStatuses, idsOf } from './surroundings.ts'
import { NOUNS } from './words.ts'

const STATUSES = [
  ['Exploring', '#8A8F98'],
  ['Planned', '#2F80ED'],
  ['In progress', '#B8860B'],
  ['Released', '#17693A'],
] as const

const AREAS = [
  'Billing',
  'Integrations and API',
  'Mobile apps',
  'Reporting',
  'Teams and access',
  'Workspace',
] as const
type Area = (typeof AREAS)[number]

type Idea = {
  name: string
  /** Null: not sorted into an area yet. */
  area: Area | null
  description: string
  nouns: string[]
}

const idea = (area: Area | null, name: string, nouns: string, description: string): Idea => ({
  area,
  name,
  description,
  nouns: nouns.split(', '),
})

/** The first ones are for small accounts. No noun is in two of them. */
const IDEAS = [
  idea(
    'Billing',
    'Invoices that finance can use as they are',
    'invoices, receipts, taxes',
    'Invoices and receipts with the right tax fields, so that nobody retypes them into the accounting system.',
  ),
  idea(
    'Workspace',
    'Shared views and bookmarks',
    'views, bookmarks, searches',
    'Save a view once and share it with the team. Everybody starts from the same list.',
  ),
  idea(
    'Reporting',
    'Dashboards with live charts',
    'dashboards, charts',
    'Dashboards that refresh by themselves, with charts that can be put next to each other.',
  ),
  idea(
    'Mobile apps',
    'Work without a connection',
    'forms, checklists',
    'Fill in forms and checklists on the move. Changes are sent when the phone is online again.',
  ),
  idea(
    'Teams and access',
    'Roles made by administrators',
    'roles, permissions',
    'Administrators compose their own roles, down to a single permission.',
  ),
  idea(
    'Integrations and API',
    'Webhooks for every event',
    'webhooks, events',
    'Choose which events are sent, see what was delivered, and send it again.',
  ),
  idea(
    'Workspace',
    'Templates for projects and documents',
    'templates, documents',
    'Start a project or a document from a template that the team keeps.',
  ),
  idea(
    'Reporting',
    'Reports by e-mail',
    'reports, schedules',
    'Send a report on a schedule to people inside and outside of the account.',
  ),
  idea(
    'Mobile apps',
    'Notifications that can be silenced',
    'notifications, alerts, reminders',
    'One place to decide what is worth an alert, per device and per time of the day.',
  ),
  idea(
    'Teams and access',
    'A record of who did what',
    'audit trails, activity logs',
    'A searchable record of changes and sign-ins, with an export for auditors.',
  ),
  idea(
    'Billing',
    'Pay by more methods',
    'payments, currencies',
    'Direct debit, cards and transfers in the currency of the customer.',
  ),
  idea(
    'Integrations and API',
    'API keys with limited rights',
    'API keys, licences',
    'Keys that can do only what they are for, and that end by themselves.',
  ),
  idea(
    'Workspace',
    'A calendar of deadlines',
    'calendars, deadlines, milestones',
    'See what is due, by week and by person, and move it by dragging.',
  ),
  idea(
    'Workspace',
    'Versions and undo everywhere',
    'versions, backups',
    'Every change can be looked up and taken back.',
  ),
  idea(
    'Reporting',
    'Budgets and forecasts',
    'budgets, forecasts, expenses',
    'Plan a year, compare it with what was spent, and see early where it leads.',
  ),
  idea(
    'Teams and access',
    'Invitations that administrators approve',
    'invitations, approvals',
    'New colleagues ask for access, and one click lets them in.',
  ),
  idea(
    null,
    'A help page in every screen',
    'tutorials, questions',
    'Short tutorials where they are needed, and answers to what other people asked.',
  ),
  idea(
    'Mobile apps',
    'Photos and files from the camera',
    'images, attachments, videos',
    'Take a picture and it is attached, at a size that a slow connection can carry.',
  ),
  idea(
    'Integrations and API',
    'Import from a spreadsheet',
    'spreadsheets, tables',
    'Paste or upload a sheet, match its columns, and see the mistakes before anything is written.',
  ),
  idea(
    'Billing',
    'Subscriptions that customers change themselves',
    'subscriptions, discounts',
    'Change the plan, add seats or pause, without writing to support.',
  ),
  idea(
    'Workspace',
    'Comments next to the work',
    'comments, replies',
    'Discuss a detail where it is, and settle it when it is done.',
  ),
  idea(
    'Teams and access',
    'Sign-in without passwords',
    'passwords, login sessions',
    'Passkeys for everybody, and a list of devices that can be signed out.',
  ),
  idea(
    null,
    'Texts in every language',
    'languages, time zones',
    'Languages, dates and times as people write them at home.',
  ),
  idea(
    'Workspace',
    'Keyboard first',
    'keyboard shortcuts, menus',
    'Every action has a key, and the keys can be looked up.',
  ),
  idea(
    'Reporting',
    'Goals with a timeline',
    'goals, timelines',
    'Set a goal, link the work that leads to it, and see how far it is.',
  ),
  idea(
    'Integrations and API',
    'Contacts in step with the CRM',
    'contacts, phone numbers',
    'Contacts are kept the same in both systems, without duplicates.',
  ),
  idea(
    'Mobile apps',
    'Widgets for the home screen',
    'widgets, themes',
    'The most important numbers at a glance, in light and dark.',
  ),
  idea(
    'Billing',
    'Quotes that become orders',
    'quotes, orders, contracts',
    'Send a quote, have it signed, and turn it into an order.',
  ),
  idea(
    'Workspace',
    'Folders that people find again',
    'folders, files, labels',
    'Labels on folders and files, and a search that knows them.',
  ),
  idea(
    'Workspace',
    'Meetings with notes',
    'meetings, notes',
    'An agenda before, notes during, and tasks after the meeting.',
  ),
  idea(
    'Teams and access',
    'Departments and workspaces',
    'departments, workspaces',
    'Large organisations separate their departments and still share what they need.',
  ),
  idea(
    'Integrations and API',
    'Surveys in the product',
    'surveys, signatures',
    'Ask a question where it comes up, and see the answers beside the customer.',
  ),
]

/** How far they are: more are explored than released. */
const PROGRESS = [0, 1, 2, 0, 3, 1, 0, 1, 1, 0, 3, 3, 0, 2, 0, 1, 0, 2, 0, 1]

/** Positions leave room for moves. */
const POSITION_GAP = 1024
const SUGGESTIONS_PER_FEATURE = 30

export type Features = {
  /** By the noun of a title. */
  byNoun: Map<string, number>
  /** The share of matching suggestions that are linked. */
  linked: number
}

/** The features for this number of suggestions: few to all of them. */
const ideasFor = (suggestions: number) =>
  IDEAS.slice(0, Math.round(8 * Math.log10(suggestions + 1)))

export async function makeFeatures(
  client: Client,
  created: Created,
  suggestions: number,
  people: People,
): Promise<Features> {
  const statuses = await findOrMakeStatuses(client, created, 'feature_statuses', STATUSES)
  const areas = await makeAreas(client, created)
  const ideas = ideasFor(suggestions)
  const drafts = ideas.map(({ name, description, area }, i) => {
    const chance = new Chance('feature', i)
    const at = people.today - chance.between(20, 600) * DAY - chance.below(DAY)
    return {
      name,
      description,
      position: (i + 1) * POSITION_GAP,
      feature_status_id: statuses[(PROGRESS[i % PROGRESS.length] as number) % statuses.length],
      product_area_id: area && areas.get(area),
      created_by_id: people.firstId + chance.below(people.admins),
      created_at: new Date(at * 1000),
    }
  })
  const made = await client.query(
    `insert into features (name, description, position, feature_status_id, product_area_id, created_by_id, updated_by_id, created_at)
     select name, description, position, feature_status_id, product_area_id, created_by_id, created_by_id, created_at
     from jsonb_to_recordset($1::jsonb) as idea (name text, description text, position int, feature_status_id bigint,
       product_area_id bigint, created_by_id bigint, created_at timestamptz)
     where not exists (select from features where features.name = idea.name) order by position returning id`,
    [JSON.stringify(drafts)],
  )
  created.add('features', made.rows)
  const byNoun = new Map<string, number>()
  for (const { name, nouns } of ideas) {
    const [id] = await idsOf(client, 'features where name = $1 order by id limit 1', [name])
    for (const noun of nouns) byNoun.set(noun, id as number)
  }
  const matching = (2 * suggestions) / NOUNS.length
  return { byNoun, linked: Math.min(0.75, SUGGESTIONS_PER_FEATURE / matching) }
}

/** The figures of the features, after suggestions were linked to them. */
export async function countFeatures(
  client: Client,
  { byNoun }: Features,
  { today }: People,
): Promise<void> {
  const ids = [...new Set(byNoun.values())]
  await client.query('select count_features($1::bigint[])', [ids])
  const changed = ids.map((id) => {
    const chance = new Chance('change of a feature', id)
    return { id, age: chance.next() ** 2, today: new Date((today - 1) * 1000) }
  })
  // What was counted was linked some time ago, not now.
  await client.query(
    `update features f set updated_at = today - age * (today - created_at)
     from jsonb_to_recordset($1::jsonb) as changed (id bigint, age float8, today timestamptz)
     where f.id = changed.id and f.updated_at = now()::timestamptz(3)`,
    [JSON.stringify(changed)],
  )
}

async function makeAreas(client: Client, created: Created): Promise<Map<string, number>> {
  const made = await client.query(
    `insert into product_areas (name) select name from unnest($1::text[]) with ordinality area (name, place)
     where not exists (select from product_areas where product_areas.name = area.name) order by place returning id`,
    [AREAS],
  )
  created.add('product_areas', made.rows)
  const areas = new Map<string, number>()
  for (const name of AREAS) {
    const [id] = await idsOf(client, 'product_areas where name = $1 order by id limit 1', [name])
    areas.set(name, id as number)
  }
  return areas
}

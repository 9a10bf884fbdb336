// A body that each operation of the OpenAPI document accepts, by method and path. `ids` has the id of one record of
// each collection.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onCleanup } from './cleanup.ts'
import { fillTables, insert } from './factories.ts'
import { aFailedJob } from './jobs.ts'
import { startMailServer } from './mail-server.ts'
import { CLIENT, startSmallProvider } from './oidc-servers.ts'
import type { TestService } from './service.ts'

type Ids = Record<string, number>

/** The id of one record of every collection, suitable for every operation. */
export async function recordsToTry(at: TestService, collections: string[]): Promise<Ids> {
  await fillTables(at.db, { rows: 3 })
  const ids: Ids = {}
  for (const name of collections) {
    const { body } = await at.get(`/${name}`)
    if (Array.isArray(body[name])) ids[name] = body[name][0]?.id
  }
  // Suggestions that are not merged or deleted, and an open suggested merge.
  for (const name of ['suggestions', 'sources', 'more_sources', 'targets']) {
    const title = `One of ${name}`
    ids[name] = (await at.made('/suggestions', { title, links: { forum: ids.forums } })).id
  }
  ids.suggested_merges = await insert(at.db, 'suggested_merges', {
    suggestion_a_id: ids.sources,
    suggestion_b_id: ids.targets,
  })
  // One that can be scheduled.
  ids.announcements = (await at.made('/announcements', { title: 'Dark mode' })).id
  // One of a suggestion, which upholding it deletes.
  const reported = { title: 'Reported', links: { forum: ids.forums } }
  ids.content_reports = await insert(at.db, 'content_reports', {
    reason: 'spam',
    suggestion_id: (await at.made('/suggestions', reported)).id,
    user_id: ids.users,
  })
  // Each is merged into another one.
  ids.more_labels = (await at.made('/labels', { name: 'Merge me' })).id
  ids.more_forums = await insert(at.db, 'forums', { name: 'Merge me' })
  for (const name of ['more_users', 'other_users'])
    ids[name] = (await at.made('/users/find_or_create', { email: `${name}@merge.test` })).id
  // A client that is not revoked, and not the one of the token.
  ids.api_clients = (await at.aClient()).id
  // One that can be cancelled, and then undone.
  ids.bulk_actions = await insert(at.db, 'bulk_actions', { action: 'delete', total_count: 0 })
  // One that can be stopped.
  ids.mailings = await insert(at.db, 'mailings', { announcement_id: ids.announcements })
  // One that can be run, stopped and undone.
  ids.moves = await insert(at.db, 'moves', {
    source: 'uservoice',
    account: 'http://127.0.0.1:1',
    state: 'completed',
  })
  await sql`
    insert into move_reports (move_id, report, page)
    values (${ids.moves}, '{"move": 1, "source": "uservoice", "account": "http://127.0.0.1:1", "verified": true, "seconds": 1, "kinds": {},
      "checks": [], "sampled": 0, "differences": [], "problems_count": 0, "left_out_count": 0, "problems": [],
      "left_out_by_source": []}', '<p>')`.execute(at.db)
  await sql`
    insert into move_trials (move_id, trial, page)
    values (${ids.moves}, '{"source": "uservoice", "account": "http://127.0.0.1:1", "verified": true, "seconds": 1, "counts": {},
      "checks": [], "differences": [], "mapped_values": [], "problems": [], "suggestions": []}', '<p>')`.execute(
    at.db,
  )
  // One that nobody accepted yet.
  ids.invitations = (
    await at.made('/invitations', { email: 'dora@example.com', role: 'viewer' })
  ).id
  ids.jobs = await aFailedJob(at.db)
  // One that can be undone.
  ids.imports = await insert(at.db, 'imports', {
    type: 'users',
    state: 'completed',
    undo_until: '2100-01-01T00:00:00Z',
  })
  ids.recent_changes = await insert(at.db, 'recent_changes', {
    user_id: ids.users,
    action: 'update',
    collection: 'labels',
    record_id: ids.labels,
    before: '{}',
    after: '{}',
  })
  // It is loaded, so that it can be loaded and removed.
  await sql`insert into demo_data (state) values ('loaded')`.execute(at.db)
  ids.identify_jobs = await insert(at.db, 'identify_jobs', { identities: '[]' })
  await keepGrant(at, ids.staff as number)
  // The ports of servers that the tests of settings ask.
  ids.mail_server = (await startMailServer('')).port
  await at.put('/settings', {
    mail: { host: '127.0.0.1', port: ids.mail_server, tls: 'none', from: 'earshot@example.com' },
  })
  ids.dkim_keys = (
    await at.post('/settings/mail/dkim_keys', { selector: 'first' })
  ).body.dkim_keys[0].id
  const { issuer } = await startSmallProvider()
  ids.sign_in_provider = Number(new URL(issuer).port)
  const hook = { url: 'https://hooks.example.com/a', events: ['suggestions.created'] }
  ids.webhooks = (await at.made('/webhooks', hook)).id
  ids.webhook_deliveries = await insert(at.db, 'webhook_deliveries', {
    webhook_id: ids.webhooks,
    event: 'test',
    collection: 'webhooks',
    state: 'delivered',
    next_attempt_at: null,
  })
  ids.oidc_providers = (await at.made('/oidc_providers', { name: 'Small', issuer, ...CLIENT })).id
  return ids
}

/** The id of a remaining record: a collection with two names loses a record through each. */
export async function recordLeft(at: TestService, collection: string): Promise<number> {
  // The others have suggestions.
  if (collection === 'forums') return insert(at.db, 'forums', { name: 'Empty' })
  // Others have brought something.
  if (collection === 'moves')
    return insert(at.db, 'moves', {
      source: 'uservoice',
      account: `https://${randomUUID()}.test`,
      state: 'new',
    })
  // Only failed mails are deleted.
  if (collection === 'jobs') return aFailedJob(at.db, 'mail 1', 'send_mail')
  const { body } = await at.get(`/${collection}`)
  const id = body[collection]?.[0]?.id
  if (collection === 'staff') await keepGrant(at, id)
  return id
}

const GRANT = 999

/** A token of the person; other operations end the tokens of people. */
async function keepGrant(at: TestService, user: number): Promise<void> {
  await sql`
    insert into token_grants (id, api_client_id, user_id, grant_type)
    select ${GRANT}, max(id), ${user}, 'command' from api_clients on conflict (id) do nothing`.execute(
    at.db,
  )
}

/** The path with this id, and with values for its other parameters. */
export const fillPath = (path: string, ids: Ids, id: unknown): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => String(pathParameters(ids, id)[name]))

export const pathParameters = (ids: Ids, id: unknown): Record<string, unknown> => ({
  id,
  dkim_key: ids.dkim_keys,
  job: ids.identify_jobs,
  locale: 'de',
  name: 'viewer',
})

/** A file that every operation takes which takes one. */
export const FILE = { name: 'a.csv', content: 'ideaId,ideaTitle\n1,An idea' }

/** The request for an operation that takes a file. */
export const aFile = () => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: `--x\r\nContent-Disposition: form-data; name="file"; filename="${FILE.name}"\r\n\r\n${FILE.content}\r\n--x--\r\n`,
})

/** Where files of moves arrive. */
export async function aMoveFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-moves-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** One move runs at a time: those that other operations have begun are over. */
export const endMoves = ({ db }: Pick<TestService, 'db'>) =>
  sql`update moves set task_state = 'done' where task_state = 'running'`.execute(db)

const oauth = { grant_type: 'client_credentials', token: 'x' }

export const bodiesOfOperations = (
  ids: Ids,
  { key, secret }: { key: string; secret: string },
): Record<string, object> => ({
  'POST /api/v2/oauth/token': { ...oauth, client_id: key, client_secret: secret },
  'POST /api/v2/oauth/revoke': { ...oauth, client_id: key, client_secret: secret },
  'POST /api/v2/admin/suggestions': { title: 'Dark mode', links: { forum: ids.forums } },
  'PUT /api/v2/admin/suggestions/{id}': { title: 'Light mode' },
  ...Object.fromEntries(
    ['approve', 'publish', 'spam', 'delete', 'restore', 'unremove'].map((verb) => [
      `PUT /api/v2/admin/suggestions/{id}/${verb}`,
      {},
    ]),
  ),
  'DELETE /api/v2/admin/suggestions/{id}': {},
  'DELETE /api/v2/admin/attachments/{id}': {},
  'POST /api/v2/admin/forums': { name: 'Ideas' },
  'PUT /api/v2/admin/forums/{id}': { name: 'Wishes' },
  'DELETE /api/v2/admin/forums/{id}': {},
  'PUT /api/v2/admin/statuses/positions': { ids: [ids.statuses] },
  'PUT /api/v2/admin/feature_statuses/positions': { ids: [ids.feature_statuses] },
  'PUT /api/v2/admin/categories/positions': { ids: [ids.categories] },
  'PUT /api/v2/admin/jobs/{id}/retry': {},
  'PUT /api/v2/admin/jobs/retry': {},
  'DELETE /api/v2/admin/jobs/{id}': {},
  'PUT /api/v2/admin/notification_settings': { digest: 'daily', time_zone: 'Europe/Berlin' },
  // The owner, who stays what they are.
  'PUT /api/v2/admin/staff/{id}': { role: 'owner', is_disabled: false },
  'POST /api/v2/admin/staff/{id}/sign_in_link': {},
  'DELETE /api/v2/admin/staff/{id}/second_factor': {},
  'DELETE /api/v2/admin/staff/{id}/tokens': { token: GRANT },
  'PUT /api/v2/admin/settings': { installation_name: 'Acme feedback' },
  'PUT /api/v2/admin/settings/portal_preview': { portal_theme: 'dark' },
  'POST /api/v2/admin/settings/mail/test': {
    mail: { host: '127.0.0.1', port: ids.mail_server, tls: 'none', from: 'earshot@example.com' },
  },
  'POST /api/v2/admin/settings/mail/check': {},
  'POST /api/v2/admin/settings/mail/dkim_keys': { selector: 'second' },
  'PUT /api/v2/admin/settings/mail/dkim_keys/{dkim_key}/activate': { force: true },
  'DELETE /api/v2/admin/settings/mail/dkim_keys/{dkim_key}': {},
  'PUT /api/v2/admin/roles/{name}': { requires_second_factor: false },
  'POST /api/v2/admin/imports': {
    csv: 'external_user.external_id,external_user.email_address\nu1,ann@example.com',
  },
  'POST /api/v2/admin/imports/preview': { type: 'suggestions', csv: 'Titel\nDark mode' },
  'PUT /api/v2/admin/imports/{id}/undo': {},
  'POST /api/v2/admin/bulk_actions': {
    action: 'label',
    ids: [ids.suggestions],
    links: { label: ids.labels },
  },
  'PUT /api/v2/admin/bulk_actions/{id}/cancel': {},
  'PUT /api/v2/admin/bulk_actions/{id}/undo': {},
  'POST /api/v2/admin/mailings/{id}/stop': {},
  'POST /api/v2/admin/moves': {
    source: 'uservoice',
    address: 'http://127.0.0.1:1',
    key: 'a key',
    secret: 'a secret',
  },
  'POST /api/v2/admin/moves/{id}/read': { token: 'a token' },
  'PUT /api/v2/admin/moves/{id}': { mapping: {} },
  'POST /api/v2/admin/moves/{id}/try': { token: 'a token' },
  'DELETE /api/v2/admin/moves/{id}/trial': {},
  'POST /api/v2/admin/moves/{id}/run': { token: 'a token' },
  'POST /api/v2/admin/moves/{id}/stop': {},
  'POST /api/v2/admin/moves/{id}/undo': {},
  'DELETE /api/v2/admin/moves/{id}/folder': {},
  'DELETE /api/v2/admin/moves/{id}': {},
  'PUT /api/v2/admin/content_reports/{id}/dismiss': {},
  'PUT /api/v2/admin/content_reports/{id}/uphold': {},
  'PUT /api/v2/admin/guest_contributions/{id}/approve': {},
  'PUT /api/v2/admin/guest_contributions/{id}/delete': {},
  'PUT /api/v2/admin/guest_contributions/{id}/restore': {},
  'PUT /api/v2/admin/guest_contributions/{id}/spam': {},
  'PUT /api/v2/admin/recent_changes/{id}/undo': {},
  'PUT /api/v2/admin/presence': { tab: 'one', collection: 'suggestions', id: ids.suggestions },
  'POST /api/v2/admin/labels': { name: 'urgent' },
  'PUT /api/v2/admin/labels/{id}': { name: 'later' },
  'DELETE /api/v2/admin/labels/{id}': {},
  'POST /api/v2/admin/labels/merge': {
    links: { from_label: ids.more_labels, to_label: ids.labels },
  },
  'POST /api/v2/admin/forums/merge': {
    links: { from_forum: ids.more_forums, to_forum: ids.forums },
  },
  'POST /api/v2/admin/users/merge': {
    links: { from_user: ids.more_users, to_user: ids.other_users },
  },
  'PUT /api/v2/admin/users/{id}': { name: 'Ann' },
  'PUT /api/v2/admin/external_accounts/{id}': { name: 'Acme' },
  'POST /api/v2/admin/labels/attach': pair(ids),
  'POST /api/v2/admin/labels/detach': pair(ids),
  'POST /api/v2/admin/categories': { name: 'Reports', links: { forum: ids.forums } },
  'PUT /api/v2/admin/categories/{id}': { name: 'Charts' },
  'DELETE /api/v2/admin/categories/{id}': {},
  // Finds an existing user; creating one would be another status.
  'POST /api/v2/admin/users/find_or_create': { email: 'owner@example.com' },
  'PUT /api/v2/admin/users/{id}/block': {},
  'PUT /api/v2/admin/users/{id}/unblock': {},
  'PUT /api/v2/admin/users/{id}/mail_again': {},
  'POST /api/v2/admin/bulk_identify': { identities: [{ email: 'ann@example.com', id: 'u-ann' }] },
  ...plain(
    'webhooks',
    {
      url: 'https://hooks.example.com/b',
      events: ['comments.created'],
      links: { forums: [ids.forums], statuses: [ids.statuses] },
    },
    { name: 'Hooks', min_supporters: 2, events: ['suggestions.updated'] },
  ),
  'POST /api/v2/admin/webhooks/{id}/rotate_secret': { overlap_seconds: 60 },
  'POST /api/v2/admin/webhooks/{id}/test': {},
  'POST /api/v2/admin/webhooks/{id}/replay': {
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-02T00:00:00Z',
  },
  'POST /api/v2/admin/webhook_deliveries/{id}/replay': {},
  'POST /api/v2/admin/sso_keys': { name: 'Website' },
  'POST /api/v2/admin/sso_keys/check': { token: 'a.b.c' },
  'DELETE /api/v2/admin/sso_keys/{id}': {},
  'POST /api/v2/admin/oidc_providers/check': {
    ...CLIENT,
    issuer: `http://127.0.0.1:${ids.sign_in_provider}`,
  },
  'POST /api/v2/admin/oidc_providers/{id}/check': {},
  ...plain(
    'oidc_providers',
    { name: 'Google', issuer: 'https://accounts.google.com', ...CLIENT, available_to: 'both' },
    { name: 'Google accounts', is_enabled: false, position: 2 },
  ),
  'POST /api/v2/admin/api_clients': { name: 'CRM', scopes: ['people:read'] },
  'PUT /api/v2/admin/api_clients/{id}': { name: 'Sync', networks: ['10.0.0.0/8'] },
  'PUT /api/v2/admin/api_clients/{id}/rotate': { overlap_seconds: 60 },
  'DELETE /api/v2/admin/api_clients/{id}': {},
  'DELETE /api/v2/admin/sessions/{id}': {},
  'PUT /api/v2/admin/sessions/current': { language: 'de' },
  ...administration(ids),
  ...engagement(ids),
  ...triage(ids),
  ...features(ids),
  ...external(ids),
})

const pair = (ids: Ids) => ({ links: { label: ids.labels, suggestion: ids.suggestions } })

/** Create, update and delete, for most collections. */
const plain = (collection: string, create: object, update: object) => ({
  [`POST /api/v2/admin/${collection}`]: create,
  [`PUT /api/v2/admin/${collection}/{id}`]: update,
  [`DELETE /api/v2/admin/${collection}/{id}`]: {},
})

const administration = (ids: Ids): Record<string, object> => ({
  ...plain(
    'statuses',
    { name: 'paused', hex_color: '#123abc', is_default: true },
    { is_open: false, position: 3, allow_comments: false },
  ),
  ...plain('internal_statuses', { name: 'triage', hex_color: '#123abc' }, { is_default: true }),
  ...plain('feature_statuses', { name: 'built', position: 2 }, { is_default: true }),
  ...plain('product_areas', { name: 'Billing' }, { name: 'Money' }),
  ...plain(
    'custom_fields',
    { name: 'Walked', key: 'cf_walked', field_type: 'number', object_type: 'features' },
    { name: 'Ran', key: 'cf_ran' },
  ),
  ...plain('teams', { name: 'Support' }, { name: 'Success' }),
  'POST /api/v2/admin/teams/assign': { links: { team: ids.teams, user: ids.users } },
  'POST /api/v2/admin/teams/unassign': { links: { team: ids.teams, user: ids.users } },
  ...plain(
    'permissions',
    { email: 'ada@example.com', license_type: 'admin', feedback: 'manage', tickets: 'view' },
    { license_type: 'contributor', settings: 'manage', reply_to: 'help@example.com' },
  ),
  'PUT /api/v2/admin/permissions/{id}/resend': {},
  ...plain(
    'forum_invitations',
    { email: ['ada@example.com', 'bob@example.com'], links: { forum: ids.forums } },
    {},
  ),
  ...plain('invitations', { email: 'cora@example.com', role: 'admin' }, {}),
  'PUT /api/v2/admin/invitations/{id}/resend': {},
  ...plain(
    'views',
    { kind: 'suggestions', sub_kind: 'supporters', params: 'state=open', links: {} },
    { name: 'Open', position: 1, subscribed: true, subscription_params: 'daily' },
  ),
  'PUT /api/v2/admin/views/{id}/share': {},
  'POST /api/v2/admin/suggestions/{id}/mail_preview': { body: 'Soon', links: {} },
  ...plain('saved_replies', { title: 'Thanks', body: '**Thank you**' }, { title: 'Thank you' }),
  'PUT /api/v2/admin/subdomains/{id}': {
    name: 'Ours',
    key: 'ours',
    cname: 'ideas.example.com',
    links: { default_forum: ids.forums },
  },
  'PUT /api/v2/admin/translatable_strings/{locale}': {
    plain: { [`forum.${ids.forums}.name`]: 'Ideen' },
    html: {},
  },
  ...plain('theme_sets', { name: 'Autumn', themes: ['Speed'] }, { themes: ['Speed', 'Price'] }),
  ...plain(
    'impact_reports',
    { name: 'Q1', body: 'Fewer tickets', links: { suggestion: ids.suggestions } },
    { body: 'Fewer still' },
  ),
  ...plain(
    'feedback_connector_configurations',
    { name: 'Inbox', connector_type: 'imap', settings: { host: 'mail.example.com' } },
    { is_enabled: false },
  ),
  'POST /api/v2/admin/feedback_connector_configurations/{id}/test': {},
})

const verbs = (collection: string, some: string[]) =>
  Object.fromEntries(
    some.map((verb) => [`PUT /api/v2/admin/${collection}/{id}/${verb}`, {}] as [string, object]),
  )

const engagement = (ids: Ids): Record<string, object> => {
  const about = { suggestion: ids.suggestions }
  return {
    ...plain('comments', { body: 'Me too', subscribe: true, links: about }, { body: 'Me three' }),
    ...verbs('comments', ['approve', 'spam', 'delete', 'restore', 'unremove']),
    ...plain('notes', { body: 'Ask sales', links: about }, { body: 'Ask support' }),
    ...plain(
      'status_updates',
      { body: 'Soon', notify_supporters: true, links: { ...about, status: ids.statuses } },
      { body: 'Sooner' },
    ),
    ...plain(
      'announcements',
      {
        title: 'Dark mode',
        body: 'Here',
        types: ['new'],
        links: { suggestions: [ids.suggestions] },
      },
      { title: 'Dark mode is here', notify_supporters: true },
    ),
    'PUT /api/v2/admin/announcements/{id}/schedule': { publish_at: '2100-01-01T09:00:00Z' },
    ...verbs('announcements', ['publish', 'unpublish']),
    ...plain(
      'internal_status_updates',
      { links: { ...about, internal_status: ids.internal_statuses } },
      { teams_notified: true },
    ),
    ...plain('internal_flags', { reason: 'Legal?', links: about }, {}),
    ...verbs('internal_flags', ['clear']),
    ...plain('supporters', { subscribe: true, links: { ...about, user: ids.users } }, {}),
    ...['supporter_messages', 'messages']
      .map((name) => ({ [`POST /api/v2/admin/${name}`]: { body: 'Done', links: about } }))
      .reduce((all, one) => Object.assign(all, one)),
    ...['feedback_records', 'requests', 'feedback']
      .map((name) => ({
        ...plain(
          name,
          { body: 'Wanted', links: { ...about, user: ids.users } },
          { body: 'Wanted much', source_url: 'https://crm.example.com/1' },
        ),
        ...verbs(name, ['delete', 'undelete']),
      }))
      .reduce((all, one) => Object.assign(all, one)),
    ...plain('nps_ratings', { rating: 9, links: { user: ids.users } }, {}),
    'POST /api/v2/admin/nps_ratings/bulk_delete': { ids: [ids.nps_ratings] },
    'POST /api/v2/admin/importance_scores': {
      links: { ...about, user: ids.users, response: ids.importance_responses },
    },
    'PUT /api/v2/admin/users/{id}/export': {},
    'DELETE /api/v2/admin/users/{id}': {},
  }
}

const triage = (ids: Ids): Record<string, object> => ({
  'POST /api/v2/admin/suggestions/import': {
    title: 'Offline mode',
    user_email: 'ada@example.com',
    links: { forum: ids.forums, labels: [ids.labels] },
  },
  'POST /api/v2/admin/suggestions/merge': {
    links: { from_suggestion: [ids.suggestions], to_suggestion: ids.targets },
  },
  'POST /api/v2/admin/suggestions/bulk/merge': {
    include_ids: [ids.more_sources],
    action: { links: { to_suggestion: ids.targets }, notify_supporters: true },
  },
  'POST /api/v2/admin/suggestions/{id}/unmerge': {},
  'POST /api/v2/admin/suggestions/link': {
    links: { suggestion: ids.suggestions, linked_suggestion: ids.targets },
  },
  'POST /api/v2/admin/suggestions/unlink': { suggestion_ids: [ids.suggestions, ids.targets] },
  'PUT /api/v2/admin/suggestions/list_priority': { ids: [ids.targets, ids.suggestions] },
  'PUT /api/v2/admin/suggestions/{id}/assign_owner': { links: { owner: ids.users } },
  'PUT /api/v2/admin/suggestions/{id}/convert_to_ticket': {},
  'POST /api/v2/admin/suggestions/{id}/subscribe': {},
  'POST /api/v2/admin/suggestions/{id}/unsubscribe': {},
  ...verbs('suggested_merges', ['reject']),
})

const external = (ids: Ids): Record<string, object> => {
  const users = ['one', 'two', 'three', 'four'].map((external_id) => ({
    external_id,
    email: `${external_id}@acme.test`,
    account: { external_id, mrr: 10 },
  }))
  const accounts = [{ external_id: 'one', plan: 'gold' }]
  const of = (collection: string, rows: object) => ({
    [`POST /api/v2/admin/${collection}/import`]: rows,
    [`POST /api/v2/admin/${collection}/batch`]: rows,
    [`POST /api/v2/admin/${collection}/bulk_delete`]: { ids: [ids[collection]] },
    [`POST /api/v2/admin/${collection}/bulk_delete_by_external_id`]: { external_ids: ['one'] },
    [`DELETE /api/v2/admin/${collection}/bulk_delete`]: { ids: [ids[collection]] },
    // At least one of them remains after the calls before.
    [`DELETE /api/v2/admin/${collection}/bulk_delete_by_external_id`]: {
      external_ids: ['two', 'three', 'four'],
    },
  })
  return { ...of('external_users', { users }), ...of('external_accounts', { accounts }) }
}

const features = (ids: Ids): Record<string, object> => {
  const both = { links: { suggestion: ids.suggestions, feature: ids.features } }
  const filters = { column: 'account.mrr', operator: 'at_least', operand: { val: '100' } }
  return {
    ...plain('features', { name: 'Themes', description: 'Colours' }, { position: 2 }),
    'POST /api/v2/admin/suggestions/link_to_feature': both,
    'POST /api/v2/admin/suggestions/unlink_from_feature': both,
    'POST /api/v2/admin/suggestions/{id}/link_jira_issue': { issue_key: 'APP-1' },
    'POST /api/v2/admin/suggestions/{id}/link_vsts': { issue_key: '42' },
    'PUT /api/v2/admin/features/{id}/move': { links: { feature_status: ids.feature_statuses } },
    'POST /api/v2/admin/features/{id}/link_jira_issue': { key: 'APP-1' },
    'DELETE /api/v2/admin/suggestions/unlink_jira_issue/{id}': {},
    'DELETE /api/v2/admin/features/unlink_jira_issue/{id}': { issue_key: 'APP-1' },
    ...plain('segments', { name: 'Large', filters }, { name: 'Larger' }),
    ...['segmented_values', 'filtered_columns']
      .map((name) =>
        plain(
          name,
          { name: `Of ${name}`, column_type: 'mrr', segment_id: ids.segments },
          { name: 'Sum' },
        ),
      )
      .reduce((all, one) => Object.assign(all, one)),
  }
}

/** The required parameters of the query, by their examples. */
export function requiredQuery(operation: {
  parameters?: { name?: string; in?: string; required?: boolean; example?: string }[]
}): string {
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(
    Object.fromEntries(required.map(({ name = '', example = '' }) => [name, example])),
  )
  return query.size > 0 ? `?${query}` : ''
}

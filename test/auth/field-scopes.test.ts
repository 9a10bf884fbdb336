// Which scope each member and each filter needs, asked through each door with tokens of one scope.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allResources } from '../../src/resources/index.ts'
import type { Filter, Resource } from '../../src/resources/resource.ts'
import {
  anAccount,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  fillTables,
  insert,
} from '../support/factories.ts'
import { type Answer, type Shown, startTestService, type TestService } from '../support/service.ts'

// Reviewed by hand, and not derived from the declarations: a new member belongs here, under the area whose scope it needs.
type Table = Record<string, Partial<Record<Area, string>>>
type Area = 'feedback' | 'people' | 'files' | 'settings'

const FIELDS: Table = {
  suggestions: {
    feedback:
      'id title body body_mime_type state portal_url admin_url redirect_url channel created_at updated_at approved_at closed_at first_support_at last_support_at inappropriate_flags_count comments_count notes_count requests_count votes_count supporters_count average_engagement recent_engagement engagement_trend is_blocker unmergeable merge_candidates_count jira_link_count vsts_link_count sentiment_score total_sentiment_score importance_low_count importance_medium_count importance_high_count importance_total_count importance_low_percent importance_medium_percent importance_high_percent importance_score_average internal_flags_count all_internal_flags_count last_internal_flag_at list_priority',
    people:
      'creator_user_agent creator_referrer creator_browser creator_browser_version creator_os creator_mobile supporting_accounts_count account_supporters_count supporter_revenue supporter_mrr filtered_supporters_count filtered_supporting_accounts_count filtered_supporter_revenue supporter_satisfaction_score satisfaction_detractor_count satisfaction_neutral_count satisfaction_promoter_count cv_open_opportunities cv_lost_opportunities cv_potential_revenue cv_lost_revenue cv_open_opportunities_blockers cv_potential_revenue_blockers cv_percent_opportunities_won cv_percent_revenue_won',
  },
  forums: {
    settings:
      'id name welcome_message welcome_message_mime_type prompt example portal_url category_required is_public is_private classic_voting is_open importance_enabled moderation_enabled suggestion_moderation comment_moderation is_default created_at updated_at',
    feedback: 'suggestions_count open_suggestions_count categories_count',
    people: 'access',
  },
  users: {
    people:
      'id guid name email_address email_confirmed job_title avatar_url last_ip last_login country region city satisfaction_score allowed_state content_hidden email_suppressed_at email_suppressed_reason state is_admin is_owner is_validation_admin status_notifications comment_notifications created_at updated_at traits',
    feedback: 'supported_suggestions_count is_subscribed support_created_at suggestion_votes',
    settings: 'permissions',
  },
  attachments: {
    files: 'id file_name content_type size_in_bytes created_at updated_at url thumb_url token',
  },
  external_users: {
    people:
      'id external_id email name type ip external_created_at last_seen_at seen_days created_at updated_at',
  },
  external_accounts: {
    people:
      'id external_id name plan mrr mrr_cents ltv ltv_cents revenue nps users_count is_blocker last_active_at external_created_at created_at updated_at',
    feedback: 'requests_count supported_ideas_count',
  },
  categories: {
    feedback: 'id name suggestions_count open_suggestions_count position created_at updated_at',
  },
  labels: {
    feedback: 'id name full_name level open_suggestions_count can_recommend created_at updated_at',
  },
  statuses: {
    settings: 'id name is_open hex_color position allow_comments is_default created_at updated_at',
  },
  status_updates: {
    feedback:
      'id body body_mime_type html_body supporters_notified mail_sent_count mail_opened_count mail_clicked_count thumbs_up_count thumbs_down_count reactions_enabled created_at updated_at',
    people: 'notification_email_address',
  },
  announcements: {
    feedback:
      'id title body body_mime_type types state publish_at published_at picture_alt notify_supporters notification_requested_at portal_url created_at updated_at',
  },
  tickets: {
    feedback: 'id ticket_number subject state channel created_at updated_at',
  },
  notes: {
    feedback: 'id body body_mime_type reply_count created_at updated_at',
  },
  comments: {
    feedback:
      'id body body_mime_type state channel sentiment_score is_admin_comment inappropriate_flags_count created_at updated_at',
  },
  supporters: {
    feedback:
      'id how channel is_subscribed comments_count requests_count feedback_count importance_score created_at updated_at',
    people: 'traits',
  },
  nps_ratings: {
    people: 'id rating previous_rating rating_delta body prompt group traits created_at updated_at',
  },
  teams: {
    settings: 'id name members_count created_at updated_at',
  },
  custom_fields: {
    settings:
      'id key name field_type object_type combined_type value_type numeric_enum_values portal_position portal_required portal_public portal_choices created_at updated_at',
  },
  features: {
    feedback:
      'id name description description_mime_type position is_blocker suggestions_count supporting_users_count jira_link_count vsts_link_count created_at updated_at',
    people:
      'supporting_accounts_count supporter_revenue supporter_mrr_cents cv_open_opportunities cv_lost_opportunities cv_potential_revenue cv_lost_revenue cv_open_opportunities_blockers cv_potential_revenue_blockers',
  },
  feature_statuses: {
    settings: 'id name position hex_color is_default created_at updated_at',
  },
  product_areas: {
    feedback: 'id name created_at updated_at',
  },
  feedback_records: {
    feedback:
      'id body body_mime_type state channel severity source_url source_guid source_type source_title prompt has_attachments sentiment_score created_at updated_at',
    people: 'referrer',
  },
  supporter_messages: {
    feedback:
      'id body body_mime_type mail_sent_count mail_opened_count mail_clicked_count reply_count created_at updated_at',
    people: 'notification_email_address',
  },
  internal_statuses: {
    settings: 'id name position hex_color is_default created_at updated_at',
  },
  internal_status_updates: {
    feedback:
      'id name hex_color internal_status_id teams_notified thumbs_up_count thumbs_down_count created_at updated_at',
  },
  internal_flags: {
    feedback: 'id reason cleared_at created_at updated_at',
  },
  segments: {
    people: 'id key name filters created_at updated_at',
  },
  segmented_values: {
    people: 'id key name column_type object_type created_at updated_at',
  },
  importance_responses: {
    feedback: 'id label value created_at updated_at',
  },
  importance_scores: {
    feedback: 'id created_at updated_at',
  },
  permissions: {
    settings:
      'id license_type feedback features knowledgebase settings tickets invitation_code created_at updated_at',
    people: 'reply_to',
  },
  forum_invitations: {
    people:
      'id code email text subject reply_to return_to action claimed_at satisfaction_score avatar_url created_at updated_at',
  },
  views: {
    feedback:
      'id kind sub_kind name params position subscribed subscription_params object_id created_at updated_at',
  },
  suggestion_activity_entries: {
    feedback:
      'id kind old_title new_title old_body new_body old_state new_state linkable_is_spam linkable_needs_review created_at updated_at',
  },
  suggested_merges: {
    feedback: 'id score state subdomain_id created_at updated_at',
  },
  service_hook_logs: {
    settings: 'id url event object_id http_status exception created_at updated_at',
  },
  subdomains: {
    settings: 'id key name cname deleted_at created_at updated_at',
  },
  theme_sets: {
    feedback: 'id name created_at updated_at',
  },
  themes: {
    feedback: 'id name created_at updated_at',
  },
  impact_reports: {
    feedback: 'id name body created_at updated_at',
  },
  audit_features: {
    settings: 'id kind created_at updated_at',
    feedback: 'name',
  },
  feedback_atoms: {
    feedback: 'id body created_at updated_at',
  },
  feedback_connector_configurations: {
    settings: 'id name connector_type is_enabled settings last_tested_at created_at updated_at',
  },
  imports: {
    people:
      'id type state total_rows processed_rows imported_records import_started_at import_completed_at reason file_name skipped_rows problems_count mapped_values can_undo undo_until undo_started_at undone_at undone_rows undone_records kept_records created_at updated_at',
  },
  saved_replies: {
    settings: 'id title body created_at updated_at',
  },
  mailings: {
    feedback:
      'id state stopped_reason recipients_count sent_count skipped_count failed_count created_at updated_at',
  },
  moves: {
    settings:
      'id source account address files state task task_state step progress reason look looked_at verified undone has_credentials has_report has_values has_trial mapping has_folder task_started_at task_ended_at created_at updated_at',
  },
  bulk_actions: {
    feedback:
      'id action state query body body_mime_type notify_supporters total_count done_count changed_count failed_count undone_count errors undo_until created_at updated_at',
  },
  content_reports: {
    feedback: 'id reason body state hidden_state decided_at created_at updated_at',
  },
  guest_contributions: {
    feedback: 'id kind state title body custom_fields record_id created_at updated_at expires_at',
    people: 'name email_address',
  },
  recent_changes: {
    feedback:
      'id action collection record_id name records_count before after undo_problem undo_until undone_at created_at updated_at',
  },
  issue_links: {
    feedback: 'id tracker issue_key url created_at updated_at',
  },
  audit_entries: {
    settings: 'id action subject_type subject_id request_id api_client_id created_at updated_at',
    people: 'subject_name before after address',
  },
  api_clients: {
    settings:
      'id name key_hint key secret audience is_trusted is_read_only is_public scopes networks redirect_uris allows_query_token allows_password_grant token_lifetime_seconds requests_per_minute retry_after previous_secret_expires_at expires_at last_used_at revoked_at created_at updated_at',
  },
  webhooks: {
    settings:
      'id name url state disabled_reason format events min_supporters signature secret public_key data_format signature_encoding previous_secret_expires_at failing_since last_delivered_at created_at updated_at',
  },
  webhook_deliveries: {
    settings:
      'id message_id event collection record_id state attempts next_attempt_at last_attempt_at http_status duration_ms error request_headers response_headers is_response_cut occurred_at created_at updated_at',
    people: 'request_body response_body',
  },
  sso_keys: { settings: 'id name key last_used_at revoked_at created_at updated_at' },
  oidc_providers: {
    settings:
      'id name slug issuer client_id has_client_secret token_endpoint_auth_method scopes groups_claim roles allow_new email_domains available_to is_enabled position staff_redirect_uri end_user_redirect_uri created_at updated_at',
  },
  sessions: {
    settings:
      'id role language method has_second_factor needs_second_factor created_at updated_at last_used_at expires_at',
    people: 'address user_agent',
  },
  invitations: {
    settings: 'id role url expires_at accepted_at created_at updated_at',
    people: 'email',
  },
  deletions: {
    feedback: 'id collection record_id created_at updated_at',
  },
}

const FILTERS: Table = {
  suggestions: {
    feedback:
      'forum creator uncategorized_in_forum category_none category status_none status state label label_none supporter feature parent_suggestion owner mention has_smartvote_score has_response engagement_since no_engagement_since period_start period_end q',
    people:
      'external_account segment external_accounts.mrr external_accounts.ltv external_accounts.plan import',
  },
  forums: {
    settings: 'open',
  },
  users: {
    people:
      'q email_address allowed_state internal_user email_suppressed team external_account segment import erased expression',
    feedback: 'suggestion feature',
  },
  attachments: {
    files: 'suggestion note comment',
  },
  external_users: {
    people: 'external_id user',
  },
  external_accounts: {
    people: 'external_id segment q',
    feedback: 'suggestion feature',
  },
  categories: {
    feedback: 'forum',
  },
  labels: {
    feedback: 'q',
  },
  status_updates: {
    feedback: 'suggestion',
  },
  webhooks: {
    settings: 'state forum',
  },
  webhook_deliveries: {
    settings: 'webhook state',
  },
  announcements: {
    feedback: 'q state forum suggestion published_after published_before',
  },
  notes: {
    feedback: 'suggestion mention',
  },
  comments: {
    feedback: 'state suggestion creator mention',
  },
  supporters: {
    feedback: 'suggestion user forum anonymous period_start period_end',
    people: 'legit',
  },
  nps_ratings: {
    people: 'period_start period_end user ticket',
  },
  custom_fields: {
    settings: 'object_type key',
  },
  features: {
    feedback: 'suggestion user q feature_status feature_status_none product_area product_area_none',
    people: 'account segment',
  },
  feedback_records: {
    feedback: 'state channel source source_url source_type source_guid suggestion ticket user',
  },
  supporter_messages: {
    feedback: 'suggestion',
  },
  internal_status_updates: {
    feedback: 'suggestion',
  },
  internal_flags: {
    feedback: 'suggestion user',
  },
  segments: {
    people: 'created_by',
  },
  segmented_values: {
    people: 'object_type key segment',
  },
  importance_scores: {
    feedback: 'suggestion user',
  },
  permissions: {
    settings: 'user',
  },
  forum_invitations: {
    people: 'forum claimed',
  },
  views: {
    feedback: 'user kind',
  },
  suggestion_activity_entries: {
    feedback:
      'suggestion user kind forum category status creator state label uncategorized_in_forum spam needs_review has_smartvote_score has_response category_none status_none engagement_since no_engagement_since period_start period_end',
    people: 'external_account',
  },
  suggested_merges: {
    feedback: 'state suggestion',
  },
  saved_replies: {
    settings: 'q',
  },
  bulk_actions: {
    feedback: 'state',
  },
  mailings: {
    feedback: 'state status_update supporter_message announcement comment merged_suggestion',
  },
  content_reports: { feedback: 'state suggestion comment user' },
  guest_contributions: { feedback: 'state forum' },
  recent_changes: {
    feedback: 'user',
  },
  issue_links: {
    feedback: 'issue_key suggestion feature',
  },
  audit_entries: {
    settings: 'user api_client action subject_type subject',
    people: 'q',
  },
  sessions: {
    settings: 'user',
  },
  invitations: {
    settings: 'accepted',
  },
  deletions: {
    feedback: 'collection',
  },
}

/** Filters of every list. */
const COMMON = ['updated_after', 'updated_before', 'created_after', 'created_before']

const namesIn = (table: Table, collection: string, area: Area) =>
  table[collection]?.[area]?.split(' ') ?? []
const namesOutside = (table: Table, collection: string, area: Area) =>
  AREAS.filter((other) => other !== area).flatMap((other) =>
    namesIn(table, collection, other).map((name) => ({ name, area: other })),
  )

const AREAS: Area[] = ['feedback', 'people', 'files', 'settings']

let at: TestService
const tokens = new Map<string, string>()

const tokenOf = (...scopes: string[]) => tokens.get(scopes.join(' ')) as string
const pairs = AREAS.flatMap((one) => AREAS.filter((two) => one < two).map((two) => [one, two]))

beforeAll(async () => {
  at = await startTestService()
  await fillTables(at.db, {
    rows: 6,
    values: {
      'custom_fields.field_type': `'number'`,
      'custom_fields.object_type': `'suggestions'`,
      'segmented_values.object_type': `'suggestions'`,
      'deletions.collection': `'labels'`,
      'recent_changes.collection': `'labels'`,
    },
  })
  for (const areas of [...AREAS.map((area) => [area]), ...pairs, ['feedback', 'write']]) {
    const scopes = areas.includes('write')
      ? ['feedback:write']
      : areas.map((area) => `${area}:read`)
    tokens.set(scopes.join(' '), (await at.aClient({ scopes } as object)).token)
  }
})

const expectRefused = ({ status, body }: Answer, area: Area, what: string) => {
  expect(status, `${what}: ${JSON.stringify(body)}`).toBe(403)
  expect(body.message, what).toContain(`Needed: ${area}:read.`)
}

const declaredMembers = (record: Shown, { fields }: Resource) =>
  Object.keys(record).filter((name) => name in fields)

test('every member and every filter is in the tables above', () => {
  const sorted = (names: string[]) => names.toSorted()
  for (const { name, fields, filters } of allResources) {
    const known = (table: Table) => sorted(AREAS.flatMap((area) => namesIn(table, name, area)))
    expect(known(FIELDS), name).toEqual(sorted(Object.keys(fields)))
    // A number is in the area of its member.
    const others = Object.keys(filters).filter(
      (filter) => filters[filter]?.takes !== 'numbers' || filter.includes('.'),
    )
    expect(sorted([...known(FILTERS), ...COMMON]), name).toEqual(sorted(others))
  }
})

describe.each(allResources)('$name', (resource) => {
  const { name, access, sorts, filters } = resource
  const own = access.scope
  const hidden = namesOutside(FIELDS, name, own)
  const list = `/${name}?per_page=3&sort=id`
  const alone = {
    get token() {
      return tokenOf(`${own}:read`)
    },
  }
  const withOther = (area: Area) => ({
    token: tokenOf(...[own, area].toSorted().map((one) => `${one}:read`)),
  })

  test('a token of its scope gets the members of this scope', async () => {
    const expected = namesIn(FIELDS, name, own)
    const whole: Shown[] = (await at.get(list)).body[name]
    const { body, text, status } = await at.get(list, alone)
    expect(status, text).toBe(200)
    const shown: Shown[] = body[name]
    expect(shown.length).toBeGreaterThan(0)
    for (const record of shown) expect(declaredMembers(record, resource)).toEqual(expected)
    expect(text).not.toContain('"cv_value_')
    const [first] = shown as [Shown]
    // A token with scopes gets no private views.
    const same = whole.find(({ id }) => id === first.id)
    expect(first).toEqual(Object.fromEntries(Object.keys(first).map((key) => [key, same?.[key]])))
    const one = await at.get(`/${name}/${first.id}`, alone)
    expect(one.body[name]).toEqual([first])
    const several = await at.get(`/${name}/${shown.map(({ id }) => id)}`, alone)
    expect(several.body[name]).toEqual(shown)
    const csv = await at.get(`${list}&format=csv`, alone)
    const header = csv.text
      .split(/\r?\n/)[0]
      ?.split(',')
      .filter((column) => column in resource.fields)
    expect(header).toEqual(expected)
  })

  test('other members come with their scope, and cannot be named without it', async () => {
    for (const { name: member, area } of hidden) {
      const both = (await at.get(list, withOther(area))).body[name] as Shown[]
      const whole = (await at.get(list)).body[name] as Shown[]
      expect(
        both.map((record) => record[member]),
        member,
      ).toEqual(whole.map((record) => record[member]))
      for (const path of [
        `/${name}?fields=id,${member}`,
        `/${name}/${whole[0]?.id}?fields=${member}`,
        `/${name}?format=csv&fields=${member}`,
        ...(sorts.includes(member)
          ? [`/${name}?sort=${member}`, `/${name}?sort=-${member}&format=csv`]
          : []),
      ])
        expectRefused(await at.get(path, alone), area, path)
      if (sorts.includes(member))
        expect((await at.get(`/${name}?sort=${member}`, withOther(area))).status).toBe(200)
    }
  })

  test('filters need the scope of what they compare', async () => {
    for (const [filter, declared] of Object.entries(filters)) {
      const path = `/${name}?per_page=1&${filter}=${encodeURIComponent(exampleOf(declared))}`
      const isMember = declared.takes === 'numbers' && filter in resource.fields
      const table = isMember ? FIELDS : FILTERS
      const needed = AREAS.find((area) => namesIn(table, name, area).includes(filter)) ?? own
      for (const one of [path, `${path}&format=csv`]) {
        const answer = await at.get(one, alone)
        if (needed === own) expect(answer.status, `${one}: ${answer.text}`).toBe(200)
        else expectRefused(answer, needed, one)
      }
      if (needed !== own) expect((await at.get(path, withOther(needed))).status, path).toBe(200)
    }
  })

  test('side-loaded, it has the members of the scopes of the token', async () => {
    const from = allResources.find(
      (other) =>
        other !== resource && Object.values(other.links ?? {}).some(({ type }) => type === name),
    )
    if (!from) return
    const areas = [...new Set([from.access.scope, own])].toSorted()
    const token = tokenOf(...areas.map((area) => `${area}:read`))
    const path = `/${from.name}?includes=${name}&per_page=100`
    const { body, text, status } = await at.get(path, { token })
    expect(status, text).toBe(200)
    const expected = Object.keys(resource.fields).filter((field) =>
      areas.some((area) => namesIn(FIELDS, name, area).includes(field)),
    )
    for (const record of body[name]) expect(declaredMembers(record, resource)).toEqual(expected)
    for (const { name: member, area } of hidden)
      if (!areas.includes(area))
        expectRefused(await at.get(`${path}&fields.${name}=${member}`, { token }), area, member)
  })
})

function exampleOf({ takes, among }: Filter): string {
  const values = {
    ids: '1',
    words: 'x',
    flag: 'true',
    time: '2026-01-01T00:00:00Z',
    search: 'abc',
    numbers: '1..',
    expression: '{}',
  }
  return among?.[0] ?? values[takes]
}

describe('other doors', () => {
  let suggestion: number
  let other: number
  let account: number
  let email: string
  beforeAll(async () => {
    const [forum] = (await at.get('/forums')).body.forums
    account = await anAccount(at.db, 'acme', { name: 'Acme', plan: 'gold', mrr: 1200 })
    email = 'ann@acme.test'
    const ann = await aUser(at.db, email, { satisfaction_score: 9 })
    await anExternalUser(at.db, ann, 'ann', { external_account_id: account })
    suggestion = await aSuggestion(at.db, forum.id, 'Dark mode', { state: 'published' })
    other = await aSuggestion(at.db, forum.id, 'Dark mode please', { state: 'published' })
    await aSupporter(at.db, other, ann)
  })
  const write = {
    get token() {
      return tokenOf('feedback:write')
    },
  }
  const read = {
    get token() {
      return tokenOf('feedback:read')
    },
  }

  test('the response of a write', async () => {
    const body = { email, links: { suggestion } }
    const made = await at.post('/supporters', body, write)
    expect(made.status, made.text).toBe(201)
    const [supporter] = made.body.supporters
    expect(Object.keys(supporter)).not.toContain('traits')
    expect((await at.shown(`/supporters/${supporter.id}`)).traits).toMatchObject({
      account_name: 'Acme',
    })
    expectRefused(await at.post('/supporters?fields=traits', body, write), 'people', 'fields')
    const changed = await at.put(`/suggestions/${suggestion}`, { title: 'Darker mode' }, write)
    expect(changed.body.suggestions[0]).toMatchObject({ title: 'Darker mode', supporters_count: 1 })
    expect(Object.keys(changed.body.suggestions[0])).not.toContain('supporter_revenue')
  })

  test('an ETag is one of what the token may read', async () => {
    const path = `/suggestions/${suggestion}`
    const whole = await at.get(path)
    const limited = await at.get(path, read)
    expect(limited.headers.etag).not.toBe(whole.headers.etag)
    const ofWhole = { 'if-none-match': String(whole.headers.etag) }
    expect((await at.get(path, { ...read, headers: ofWhole, token: read.token })).status).toBe(200)
    await sql`update suggestion_figures set supporter_revenue = 77 where id = ${suggestion}`.execute(
      at.db,
    )
    expect((await at.get(path, { token: read.token })).headers.etag).toBe(limited.headers.etag)
    const ifMatch = { 'if-match': String(limited.headers.etag) }
    const changed = await at.put(
      path,
      { title: 'Dark mode please now' },
      { token: write.token, headers: ifMatch },
    )
    expect(changed.status, changed.text).toBe(200)
  })

  test('a stored response is not for tokens with other scopes', async () => {
    const client = await at.aClient()
    const sent = { token: client.token, headers: { 'idempotency-key': 'once' } }
    const body = { email, links: { suggestion } }
    expect((await at.post('/supporters', body, sent)).text).toContain('Acme')
    const limited = await at.post('/api/v2/oauth/token', {
      grant_type: 'client_credentials',
      client_id: client.key,
      client_secret: client.secret,
      scope: 'feedback:write',
    })
    const replayed = await at.post('/supporters', body, {
      ...sent,
      token: limited.body.access_token,
    })
    expect(replayed.status, replayed.text).toBe(409)
    expect(replayed.text).not.toContain('Acme')
  })

  test('a bulk action by query', async () => {
    const query = `external_account=${account}`
    const answer = await at.post('/bulk_actions', { action: 'approve', query }, write)
    expectRefused(answer, 'people', query)
    expect(
      (await at.post('/bulk_actions', { action: 'approve', query: 'creator=1' }, write)).status,
    ).toBe(201)
  })

  test('previews and similar suggestions', async () => {
    const preview = (await at.get(`/suggestions/${suggestion}/merge_preview?ids=${other}`, read))
      .body
    expect(preview.merge_preview.after).toEqual({
      supporters_count: 1,
      votes_count: 1,
      comments_count: 0,
      requests_count: 0,
    })
    expect(preview.merge_preview.stays).toEqual({ notes: 0 })
    const notified = await at.get(`/suggestions/${suggestion}/notification_preview`, read)
    expect(notified.body.notification_preview).toEqual({ people_count: 1 })
    for (const path of [
      `/suggestions/${other}/similar`,
      '/suggestions/similar?title=Dark mode please',
    ]) {
      const { body } = await at.get(path, read)
      expect(body.suggestions.length).toBeGreaterThan(0)
      for (const record of body.suggestions)
        expect(Object.keys(record)).not.toContain('supporter_revenue')
      const separator = path.includes('?') ? '&' : '?'
      expectRefused(
        await at.get(`${path}${separator}fields=supporter_revenue`, read),
        'people',
        path,
      )
    }
  })

  test('the export of a person', async () => {
    const { token } = await at.aClient({ scopes: ['people:write'] } as object)
    const [user] = (await at.get(`/users?email_address=${email}`)).body.users
    const whole = (await at.put(`/users/${user.id}/export`, {})).body
    expect(Object.keys(whole)).toContain('supporters')
    const { body } = await at.put(`/users/${user.id}/export`, {}, { token })
    expect(Object.keys(body).toSorted()).toEqual([
      'external_accounts',
      'external_users',
      'links',
      'users',
    ])
    expect(Object.keys(body.users[0])).not.toContain('permissions')
  })

  test('segmented values', async () => {
    const shown = (
      await at.get('/suggestions?fields=id,cv_value_1', {
        token: tokenOf('feedback:read', 'people:read'),
      })
    ).body
    expect(shown.suggestions[0]).toHaveProperty('cv_value_1')
    expectRefused(await at.get('/suggestions?fields=id,cv_value_1', read), 'people', 'cv')
  })

  test('collections are not reached through others', async () => {
    const token = tokenOf('feedback:read', 'settings:read')
    expectRefused(await at.get('/comments?includes=teams', { token }), 'people', 'teams')
    expectRefused(
      await at.get(`/suggestions/${suggestion}?includes=teams`, { token }),
      'people',
      'teams',
    )
    expect((await at.get('/comments?includes=suggestions,forums', { token })).status).toBe(200)
  })

  test('recent changes of what the token may read', async () => {
    await sql`delete from recent_changes`.execute(at.db)
    const user_id = await aUser(at.db, 'editor@acme.test')
    for (const collection of ['segments', 'labels', 'forums'])
      await insert(at.db, 'recent_changes', { user_id, action: 'update', collection, name: 'Gold' })
    const all = (await at.get('/recent_changes')).body.recent_changes as Shown[]
    expect(all).toHaveLength(3)
    const { body } = await at.get('/recent_changes', read)
    expect(body.recent_changes.map(({ collection }: Shown) => collection)).toEqual(['labels'])
    const ofSegment = all.find(({ collection }) => collection === 'segments')
    expect((await at.get(`/recent_changes/${ofSegment?.id}`, read)).status).toBe(404)
  })

  test('deletions of what the token may read', async () => {
    await sql`delete from deletions`.execute(at.db)
    await sql`insert into deletions (collection, record_id) values ('users', 1), ('labels', 2), ('forums', 3)`.execute(
      at.db,
    )
    const all = (await at.get('/deletions')).body.deletions as Shown[]
    expect(all).toHaveLength(3)
    const { body } = await at.get('/deletions', read)
    expect(body.deletions.map(({ collection }: Shown) => collection)).toEqual(['labels'])
    expect(body.pagination.total_records).toBe(1)
    const several = await at.get(`/deletions/${all.map(({ id }) => id)}`, read)
    expect(several.body.deletions).toEqual(body.deletions)
    const ofUser = all.find(({ collection }) => collection === 'users')
    expect((await at.get(`/deletions/${ofUser?.id}`, read)).status).toBe(404)
    expectRefused(await at.get('/deletions?collection=labels,users', read), 'people', 'users')
    expectRefused(await at.get('/deletions?collection=filtered_columns', read), 'people', 'alias')
  })
})

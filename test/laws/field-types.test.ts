// The JSON type and nullability of each field that satisfies three live clients. A null where one of them expects none
// stops that client.
import { beforeAll, describe, expect, test } from 'vitest'
import { findResource } from '../../src/resources/index.ts'
import type { Resource } from '../../src/resources/resource.ts'
import { fillTables } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** `!` is never null, `?` is nullable; an integer is also a number. */
const SAFE = parsed(`
suggestions
  boolean? creator_mobile is_blocker unmergeable
  integer! comments_count id inappropriate_flags_count notes_count recent_engagement
  integer! requests_count satisfaction_detractor_count satisfaction_neutral_count
  integer! satisfaction_promoter_count supporters_count supporting_accounts_count
  integer! votes_count
  number! average_engagement engagement_trend supporter_mrr supporter_satisfaction_score
  number? account_supporters_count all_internal_flags_count cv_lost_opportunities
  number? cv_lost_revenue cv_open_opportunities cv_open_opportunities_blockers
  number? cv_potential_revenue cv_potential_revenue_blockers importance_high_count
  number? importance_high_percent importance_low_count importance_low_percent
  number? importance_medium_count importance_medium_percent importance_total_count
  number? internal_flags_count jira_link_count merge_candidates_count sentiment_score
  number? supporter_revenue total_sentiment_score vsts_link_count
  object! links
  string! admin_url body_mime_type channel portal_url state title updated_at
  string? approved_at body closed_at created_at creator_browser creator_browser_version
  string? creator_os creator_referrer creator_user_agent first_support_at
  string? importance_score_average last_internal_flag_at redirect_url
  links.array? custom_fields labels parent_suggestions
  links.integer? category created_by forum last_status_update parent_suggestion status ticket
  links.number? captured_by
forums
  boolean? category_required classic_voting importance_enabled is_open is_private is_public
  boolean? moderation_enabled
  integer! id
  integer? open_suggestions_count suggestions_count
  object! links
  string! updated_at
  string? created_at example name portal_url prompt welcome_message
  string? welcome_message_mime_type
  links.integer? updated_by
users
  boolean! comment_notifications email_confirmed is_admin is_owner status_notifications
  boolean? is_subscribed is_validation_admin
  integer! id supported_suggestions_count
  integer? satisfaction_score suggestion_votes
  object! links
  object? permissions traits
  string! updated_at
  string? allowed_state avatar_url city country created_at email_address guid job_title
  string? last_ip last_login name region state support_created_at
  links.array? external_users teams
  links.integer? current_nps_rating previous_nps_rating supporter
  links.number? crm_account
attachments
  integer! id
  integer? size_in_bytes
  object? links
  string! updated_at
  string? content_type created_at file_name thumb_url token url
  links.integer? note suggestion
external_users
  integer! id
  integer? seen_days
  object! links
  string? created_at email external_created_at external_id ip last_seen_at name type
  string? updated_at
  links.integer? external_account user
external_accounts
  boolean? is_blocker
  integer! id
  integer? ltv_cents mrr_cents requests_count supported_ideas_count users_count
  number? ltv mrr nps revenue
  object? links
  string? created_at external_created_at external_id last_active_at name plan updated_at
categories
  integer! id open_suggestions_count suggestions_count
  object! links
  string! name updated_at
  string? created_at
  links.integer! forum
labels
  integer! id
  integer? level open_suggestions_count
  object! links
  string! updated_at
  string? created_at full_name name
  links.integer? parent
statuses
  boolean? allow_comments is_open
  integer! id
  integer? position
  string! updated_at
  string? created_at hex_color name
status_updates
  boolean? reactions_enabled supporters_notified
  integer! id
  integer? mail_clicked_count mail_opened_count mail_sent_count
  number? thumbs_down_count thumbs_up_count
  object! links
  string! updated_at
  string? body created_at html_body notification_email_address
  links.integer? new_status old_status suggestion user
tickets
  integer? id ticket_number
  object? links
  string? channel created_at state subject
  links.integer? assignee contact created_by
notes
  integer! id
  object? links
  string! updated_at
  string? body body_mime_type created_at
  links.array? mentions
  links.integer? created_by suggestion
comments
  boolean! is_admin_comment
  integer! id inappropriate_flags_count
  number? sentiment_score
  object! links
  string! body body_mime_type channel state updated_at
  string? created_at
  links.integer! created_by suggestion
supporters
  boolean! is_subscribed
  integer! comments_count id requests_count
  integer? feedback_count
  object! links
  object? traits
  string! channel how updated_at
  string? created_at
  links.integer! created_by suggestion updated_by user
nps_ratings
  integer? id previous_rating rating rating_delta
  object! links
  object? traits
  string? body created_at group prompt updated_at
  links.integer? ticket user
teams
  integer! id members_count
  string! name
custom_fields
  array? numeric_enum_values
  integer! id
  object? links
  string! updated_at
  string? combined_type created_at field_type key name object_type value_type
  links.number? created_by updated_by
`)

/** Fields with a plain type in the specification: never null. */
const NEVER_NULL: Record<string, string> = {
  suggestions: `id title body body_mime_type portal_url admin_url created_at updated_at creator_mobile state
    inappropriate_flags_count comments_count notes_count requests_count votes_count supporters_count
    supporting_accounts_count supporter_revenue supporter_satisfaction_score satisfaction_detractor_count
    satisfaction_promoter_count satisfaction_neutral_count average_engagement recent_engagement engagement_trend`,
  forums: 'id name open_suggestions_count suggestions_count is_public created_at updated_at',
  users: 'id name email_address avatar_url created_at updated_at',
  attachments: 'id file_name content_type size_in_bytes created_at updated_at url thumb_url token',
  teams: 'id name members_count created_at updated_at',
}

type Expected = { field: string; isLink: boolean; type: string; mayBeNull: boolean }

function parsed(table: string): Map<string, Expected[]> {
  const collections = new Map<string, Expected[]>()
  let current: Expected[] = []
  for (const line of table.trim().split('\n')) {
    const [, links, type, mark, names] = /^ {2}(links\.)?(\w+)([!?]) (.+)$/.exec(line) ?? []
    if (names === undefined) {
      current = []
      collections.set(line, current)
    } else {
      for (const field of names.split(' '))
        current.push({
          field,
          isLink: links !== undefined,
          type: type as string,
          mayBeNull: mark === '?',
        })
    }
  }
  return collections
}

let at: TestService
beforeAll(async () => {
  at = await startTestService()
  await fillTables(at.db, { rows: 40 })
})

describe.each([...SAFE])('%s', (name, expected) => {
  const resource = findResource(name) as Resource

  test('declares each field with a type that all clients accept', () => {
    for (const { field, isLink, type, mayBeNull } of expected) {
      if (field === 'links' && !isLink) {
        expect(resource.links).not.toBeNull()
        continue
      }
      const declared = declaredAs(resource, field, isLink)
      expect(declared, field).toBeDefined()
      expect([type, type === 'number' && 'integer'], field).toContain(declared?.type)
      if (!mayBeNull) expect(declared?.nullable, field).toBe(false)
    }
  })

  test('never declares null for a plain type of the specification', () => {
    for (const field of NEVER_NULL[name]?.split(/\s+/) ?? [])
      expect(resource.fields[field], field).toMatchObject({ nullable: false })
  })

  test('returns values of these types', async () => {
    const { body } = await at.get(`/${name}?per_page=100`)
    expect(body[name].length).toBeGreaterThanOrEqual(40)
    for (const record of body[name]) {
      for (const { field, isLink, type, mayBeNull } of expected) {
        const value = isLink ? record.links[field] : record[field]
        const types = mayBeNull ? [type, 'null'] : [type]
        expect(
          types.some((one) => isOf(one, value)),
          `${field}: ${JSON.stringify(value)}`,
        ).toBe(true)
      }
    }
  })
})

test('an empty list of ids is [], but null for the labels of a suggestion', async () => {
  const { body } = await at.get('/suggestions?per_page=100')
  const labels = body.suggestions.map(({ links }: { links: { labels: unknown } }) => links.labels)
  expect(labels).toContain(null)
  expect(labels).not.toContainEqual([])
  const users = (await at.get('/users?per_page=100')).body.users
  const teams = users.map(({ links }: { links: { teams: unknown } }) => links.teams)
  expect(teams).toContainEqual([])
  expect(teams).not.toContain(null)
})

test('a record without links has no links member, and one without ids has an empty object', async () => {
  for (const name of ['statuses', 'teams'])
    expect((await at.get(`/${name}`)).body[name][0]).not.toHaveProperty('links')
  expect((await at.get('/external_accounts')).body.external_accounts[0].links).toEqual({})
})

const JSON_TYPE: Record<string, string> = { text: 'string', time: 'string', list: 'array' }

function declaredAs({ fields, links }: Resource, name: string, isLink: boolean) {
  if (isLink) {
    const link = links?.[name]
    return link && { type: link.arity === 'one' ? 'integer' : 'array', nullable: link.nullable }
  }
  const field = fields[name]
  return field && { type: JSON_TYPE[field.kind] ?? field.kind, nullable: field.nullable }
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value) && value.every((one) => Number.isSafeInteger(one))
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    default:
      return typeof value === type
  }
}

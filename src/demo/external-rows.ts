// Rows of external accounts and users, and of their sortable custom values.

import { Chance } from './chance.ts'
import {
  CUSTOM_VALUES,
  EXTERNAL_ACCOUNT_FIGURES,
  EXTERNAL_ACCOUNTS,
  EXTERNAL_USERS,
} from './columns.ts'
import { Rows } from './copy.ts'
import {
  type Accounts,
  DAY,
  joinedAt,
  NO_ACCOUNT,
  NO_EXTERNAL_USER,
  type People,
} from './people.ts'
import { anAddress, identityOf } from './people-rows.ts'
import type { CustomFields } from './surroundings.ts'
import { COMPANY_FORMS, COMPANY_NAMES, COMPANY_TRADES, INDUSTRIES, PERSONAS } from './words.ts'

const TYPES = ['Owner', 'Administrator', 'Member', 'Member', 'Member', 'Guest']

export type External = {
  people: People
  accounts: Accounts
  firstExternalUser: number
  fields: CustomFields
}

export type ExternalRows = {
  external_accounts: Rows<typeof EXTERNAL_ACCOUNTS>
  external_account_figures: Rows<typeof EXTERNAL_ACCOUNT_FIGURES>
  external_users: Rows<typeof EXTERNAL_USERS>
  /** By collection, so the rows are in the order of their key. */
  custom_values: Record<Collection, Rows<typeof CUSTOM_VALUES>>
}

type Collection = 'external_accounts' | 'external_users' | 'users'

export function externalRows(external: External): ExternalRows {
  const rows = {
    external_accounts: new Rows('external_accounts', EXTERNAL_ACCOUNTS),
    external_account_figures: new Rows('external_account_figures', EXTERNAL_ACCOUNT_FIGURES),
    external_users: new Rows('external_users', EXTERNAL_USERS),
    custom_values: {
      external_accounts: new Rows('custom_values', CUSTOM_VALUES),
      external_users: new Rows('custom_values', CUSTOM_VALUES),
      users: new Rows('custom_values', CUSTOM_VALUES),
    },
  }
  const fieldsOf: Fields[] = []
  for (let i = 0; i < external.accounts.count; i++) fieldsOf.push(addAccount(rows, external, i))
  for (let i = 0; i < external.people.count; i++) addExternalUsers(rows, external, i, fieldsOf)
  return rows
}

export function countExternalUsers({ accounts }: People): number {
  return accounts.filter((account) => account !== NO_EXTERNAL_USER).length
}

/** Values by their keys. */
type Fields = Record<string, string | number | boolean>

function addAccount(rows: ExternalRows, external: External, i: number): Fields {
  const { accounts } = external
  const { today } = external.people
  const id = accounts.firstId + i
  const chance = new Chance('account', id)
  const created = today - 1 - Math.floor(chance.next() * 1300 * DAY)
  const mrr = Number.isNaN(accounts.mrr[i]) ? null : (accounts.mrr[i] as number)
  const months = Math.ceil((today - created) / (30 * DAY))
  const lastActive = accounts.lastActive[i] || null
  const fields = someOf(external, 'external_accounts', chance, {
    cf_industry: chance.pick(INDUSTRIES),
    cf_company_size: Math.round(5 * 10 ** (3.3 * chance.next())),
    cf_renewal: isoDay(today + chance.between(1, 365) * DAY),
  })
  rows.external_accounts.add({
    id,
    external_id: `account-${id}`,
    name: `${chance.pick(COMPANY_NAMES)} ${chance.pick(COMPANY_TRADES)}${chance.pick(COMPANY_FORMS)}`,
    plan: mrr && planFor(mrr),
    mrr,
    ltv: mrr && chance.happens(0.9) ? mrr * months : null,
    external_created_at: created,
    custom_fields: JSON.stringify(fields),
    created_at: created,
  })
  rows.external_account_figures.add({
    id,
    nps_raters_count: accounts.rated[i] as number,
    nps_promoters_count: accounts.promoters[i] as number,
    nps_detractors_count: accounts.detractors[i] as number,
    users_count: accounts.users[i] as number,
    requests_count: accounts.requests[i] as number,
    supported_ideas_count: accounts.supportedIdeas[i] as number,
    last_active_at: lastActive,
    updated_at: Math.max(created, lastActive ?? 0),
  })
  addValues(rows, external, ['external_accounts', 'external_accounts', id], fields)
  return fields
}

// A user's values come from the most recently updated external user (the first one) and from the account of the most
// recently updated external user that has one.
function addExternalUsers(
  rows: ExternalRows,
  external: External,
  person: number,
  accountFields: Fields[],
): void {
  const user = external.people.firstId + person
  const links = external.people.accounts.subarray(2 * person, 2 * person + 2)
  for (const [n, account] of links.entries()) {
    if (account === NO_EXTERNAL_USER) continue
    const fields = addExternalUser(rows, external, { person, account, isSecond: n === 1 })
    if (n === 0) addValues(rows, external, ['users', 'external_users', user], fields)
  }
  const account = links.find((link) => link >= 0)
  if (account === undefined) return
  addValues(rows, external, ['users', 'external_accounts', user], accountFields[account] as Fields)
}

type Link = { person: number; account: number; isSecond: boolean }

function addExternalUser(rows: ExternalRows, external: External, link: Link): Fields {
  const { people, accounts, firstExternalUser } = external
  const { person, account, isSecond } = link
  const id = firstExternalUser + rows.external_users.count
  const user = people.firstId + person
  const chance = new Chance('external user', 2 * user + (isSecond ? 1 : 0))
  const { name, email } = identityOf(user)
  const joined = joinedAt(people, person)
  const seen = isSecond ? joined : Math.max(people.lastSeen[person] as number, joined + 1)
  const fields = someOf(external, 'external_users', chance, {
    cf_persona: chance.pick(PERSONAS),
    cf_seats: chance.between(1, 250),
    cf_trial: chance.happens(0.15),
    cf_signed_up: isoDay(joined),
  })
  rows.external_users.add({
    id,
    external_id: isSecond ? `user-${user}-2` : `user-${user}`,
    email,
    name,
    type: chance.pick(TYPES),
    ip: anAddress(chance),
    external_created_at: joined,
    last_seen_at: seen,
    seen_days: 1 + Math.floor(((seen - joined) / DAY) * chance.next()),
    custom_fields: JSON.stringify(fields),
    user_id: user,
    external_account_id: account === NO_ACCOUNT ? null : accounts.firstId + account,
    created_at: joined,
    updated_at: seen,
  })
  addValues(rows, external, ['external_users', 'external_users', id], fields)
  return fields
}

/** 80 % of the values of existing fields. */
function someOf({ fields }: External, type: string, chance: Chance, values: Fields): Fields {
  const some: Fields = {}
  for (const key in values) {
    if (fields.has(`${type}.${key}`) && chance.happens(0.8)) some[key] = values[key] as string
  }
  return some
}

type Owner = [collection: Collection, type: string, id: number]

function addValues(
  rows: ExternalRows,
  { fields }: External,
  [collection, type, id]: Owner,
  values: Fields,
): void {
  for (const key in values) {
    const field = fields.get(`${type}.${key}`) as { id: number; field_type: string }
    const value = values[key] as string | number | boolean
    const isText = field.field_type === 'string'
    rows.custom_values[collection].add({
      collection,
      record_id: id,
      field_id: field.id,
      number_value: isText ? null : asNumber(value),
      string_value: isText ? (value as string) : null,
    })
  }
}

/** Times are seconds; booleans are 0 and 1. */
function asNumber(value: string | number | boolean): number {
  return typeof value === 'string' ? Date.parse(value) / 1000 : Number(value)
}

function planFor(mrr: number): string {
  if (mrr < 10_000) return 'Starter'
  if (mrr < 100_000) return 'Team'
  return mrr < 700_000 ? 'Business' : 'Enterprise'
}

function isoDay(time: number): string {
  return `${new Date(time * 1000).toISOString().slice(0, 10)}T00:00:00Z`
}

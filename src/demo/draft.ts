// Decides amounts, people and ids before the first row is written.

import type { Client } from 'pg'
import { countExternalUsers } from './external-rows.ts'
import { type Accounts, DAY, inventAccounts, inventPeople, type People } from './people.ts'
import { countRatings } from './people-rows.ts'
import { type Plan, tallySupport } from './suggestions.ts'
import { categoryNames, forumNames } from './surroundings.ts'

export type Amounts = { suggestions: number; users: number; accounts: number }

export type Draft = {
  plan: Plan
  people: People
  accounts: Accounts
  firstRating: number
  firstExternalUser: number
  firstStatusUpdate: number
  firstInternalUpdate: number
  firstTicket: number
  tickets: number
}

export async function draw(client: Client, amounts: Amounts): Promise<Draft> {
  const now = await readClock(client)
  const firstAccount = await reserveIds(client, 'external_accounts', amounts.accounts)
  const accounts = inventAccounts(amounts.accounts, firstAccount)
  const firstUser = await reserveIds(client, 'users', amounts.users)
  const people = inventPeople(amounts.users, firstUser, accounts, now - (now % DAY))
  const plan = {
    count: amounts.suggestions,
    firstId: await reserveIds(client, 'suggestions', amounts.suggestions),
    categories: forumNames(amounts.suggestions).map((forum) => categoryNames(forum).length),
    hasStatuses: (await client.query('select from statuses limit 1')).rowCount === 1,
    people,
    accounts,
  }
  const updates = tallySupport(plan)
  const tickets = Math.min(2000, Math.ceil(amounts.suggestions / 500))
  return {
    plan,
    people,
    accounts,
    firstRating: await reserveIds(client, 'nps_ratings', countRatings(people)),
    firstExternalUser: await reserveIds(client, 'external_users', countExternalUsers(people)),
    firstStatusUpdate: await reserveIds(client, 'status_updates', updates.status),
    firstInternalUpdate: await reserveIds(client, 'internal_status_updates', updates.internal),
    firstTicket: await reserveIds(client, 'tickets', tickets),
    tickets,
  }
}

async function readClock(client: Client): Promise<number> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  return (rows[0] as { now: Date }).now.getTime() / 1000
}

/** Reserves a range of ids; returns the first. */
async function reserveIds(client: Client, table: string, count: number): Promise<number> {
  await client.query('begin')
  // Inserts take ids only with a lock on the table, so none happens between these two statements.
  await client.query(`lock table ${table} in share row exclusive mode`)
  const { rows } = await client.query<{ first: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id'))::float8 as first`,
    [table],
  )
  const { first } = rows[0] as { first: number }
  const last = first + Math.max(count, 1) - 1
  await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [table, last])
  await client.query('commit')
  return first
}

// Users, external users, accounts and ratings, generated in memory first, because their figures depend on what they do.

import { Chance } from './chance.ts'

export const DAY = 86_400
export const NO_EXTERNAL_USER = -2
export const NO_ACCOUNT = -1
export const NO_RATING = -1

const JOINING_DAYS = 1300

export type People = {
  count: number
  /** The number of administrators; they come first. */
  admins: number
  firstId: number
  /** Two entries per user, one per possible external user: an account's index or none. */
  accounts: Int32Array
  rating: Int8Array
  previousRating: Int8Array
  /** Epoch seconds, like all times. */
  lastSeen: Float64Array
  supported: Int32Array
  /** The start of the day of the run. */
  today: number
}

export type Accounts = {
  count: number
  firstId: number
  /** In hundredths; NaN when unknown. */
  mrr: Float64Array
  users: Int32Array
  supportedIdeas: Int32Array
  requests: Int32Array
  rated: Int32Array
  promoters: Int32Array
  detractors: Int32Array
  /** The newest support or visible comment of its people; 0 without one. */
  lastActive: Float64Array
}

export function inventAccounts(count: number, firstId: number): Accounts {
  const accounts = {
    count,
    firstId,
    mrr: new Float64Array(count),
    users: new Int32Array(count),
    supportedIdeas: new Int32Array(count),
    requests: new Int32Array(count),
    rated: new Int32Array(count),
    promoters: new Int32Array(count),
    detractors: new Int32Array(count),
    lastActive: new Float64Array(count),
  }
  for (let i = 0; i < count; i++) {
    const chance = new Chance('revenue', firstId + i)
    // Log-uniform from 20 to 20,000.
    const mrr = Math.round(2000 * 10 ** (3 * chance.next()))
    accounts.mrr[i] = chance.happens(0.08) ? Number.NaN : mrr
  }
  return accounts
}

export function inventPeople(
  count: number,
  firstId: number,
  accounts: Accounts,
  today: number,
): People {
  const people = {
    count,
    admins: Math.min(count, Math.max(3, Math.min(40, Math.round(count / 400)))),
    firstId,
    accounts: new Int32Array(2 * count).fill(NO_EXTERNAL_USER),
    rating: new Int8Array(count).fill(NO_RATING),
    previousRating: new Int8Array(count).fill(NO_RATING),
    lastSeen: new Float64Array(count),
    supported: new Int32Array(count),
    today,
  }
  for (let i = 0; i < count; i++) {
    const chance = new Chance('habits', firstId + i)
    const sinceJoining = today - joinedAt(people, i)
    people.lastSeen[i] = today - 1 - Math.floor(sinceJoining * chance.next() ** 4)
    inventRatings(people, i, chance)
    if (i >= people.admins) inventAccountsOf(people, i, accounts, chance)
  }
  return people
}

/** Administrators join first; the others join one after the other, until today. */
export function joinedAt({ admins, count, firstId, today }: People, i: number): number {
  const start = today - JOINING_DAYS * DAY
  if (i < admins) return start - (admins - i) * DAY
  const place = (i - admins + new Chance('joining', firstId + i).next()) / (count - admins)
  return Math.floor(start + place * (today - start))
}

/** The number of people who had joined by then, administrators included. */
export function peopleBy({ admins, count, today }: People, time: number): number {
  const start = today - JOINING_DAYS * DAY
  const joined = Math.floor(((count - admins) * (time - start)) / (today - start))
  return admins + Math.max(1, joined)
}

/** The NPS in hundredths of a point; null without ratings. */
function inventRatings(people: People, i: number, chance: Chance): void {
  if (!chance.happens(0.34)) return
  people.rating[i] = inventRating(chance)
  if (chance.happens(0.35)) people.previousRating[i] = inventRating(chance)
}

function inventRating(chance: Chance): number {
  const group = chance.weighted([
    ['promoter', 48],
    ['neutral', 32],
    ['detractor', 20],
  ])
  if (group === 'promoter') return chance.between(9, 10)
  return group === 'neutral' ? chance.between(7, 8) : chance.between(0, 6)
}

function inventAccountsOf(people: People, i: number, accounts: Accounts, chance: Chance): void {
  const externalUsers = chance.weighted([
    [1, 86],
    [2, 8],
    [0, 6],
  ])
  for (let n = 0; n < externalUsers; n++) {
    const account = inventAccount(accounts, chance)
    people.accounts[2 * i + n] = account
    if (account === NO_ACCOUNT) continue
    if (n === 0 || account !== people.accounts[2 * i])
      countUser(accounts, account, people.rating[i] as number)
  }
}

/** Support or a visible comment of a person. */
export function recordActivity(
  { people, accounts }: { people: People; accounts: Accounts },
  person: number,
  at: number,
): void {
  for (let link = 2 * person; link < 2 * person + 2; link++) {
    const account = people.accounts[link] as number
    if (account >= 0 && at > (accounts.lastActive[account] as number))
      accounts.lastActive[account] = at
  }
}

/** Feedback of a person, which counts once for each of the accounts. */
export function recordRequest(
  { people, accounts }: { people: People; accounts: Accounts },
  person: number,
): void {
  const links = people.accounts.subarray(2 * person, 2 * person + 2)
  for (const account of new Set(links)) {
    if (account >= 0) accounts.requests[account] = (accounts.requests[account] as number) + 1
  }
}

// Few accounts are large, most are small.
function inventAccount({ count }: Accounts, chance: Chance): number {
  if (count === 0 || chance.happens(0.08)) return NO_ACCOUNT
  return Math.floor(count * chance.next() ** 1.5)
}

function countUser(accounts: Accounts, account: number, rating: number): void {
  const add = (counts: Int32Array) => {
    counts[account] = (counts[account] as number) + 1
  }
  add(accounts.users)
  if (rating === NO_RATING) return
  add(accounts.rated)
  if (rating >= 9) add(accounts.promoters)
  if (rating <= 6) add(accounts.detractors)
}

// Rows of users and their NPS ratings.

import { Chance } from './chance.ts'
import { NPS_RATINGS, USER_FIGURES, USERS } from './columns.ts'
import { Rows } from './copy.ts'
import { joinedAt, NO_RATING, type People } from './people.ts'
import { compose, parseSentences } from './text.ts'
import { FIRST_NAMES, JOB_TITLES, LAST_NAMES, PLACES, RATING_SENTENCES } from './words.ts'

const ratingSentences = parseSentences(RATING_SENTENCES)
// Domains reserved for documentation.
const NETWORKS = ['192.0.2.', '198.51.100.', '203.0.113.']

/**
 * Ratings have ids from `firstRating`, a user's previous rating before the current one. Users can refer to them only when
 * foreign keys are not checked immediately.
 */
export function userRows(people: People, firstRating: number, mayNameRatings: boolean) {
  const rows = new Rows('users', USERS)
  let nextRating = firstRating
  for (let i = 0; i < people.count; i++) {
    const previous = people.previousRating[i] === NO_RATING ? null : nextRating++
    const current = people.rating[i] === NO_RATING ? null : nextRating++
    addUser(rows, people, i, mayNameRatings ? { previous, current } : NO_RATINGS)
  }
  return rows
}

export function userFigureRows({ count, firstId, supported, lastSeen }: People) {
  const rows = new Rows('user_figures', USER_FIGURES)
  for (let i = 0; i < count; i++) {
    rows.add({
      id: firstId + i,
      supported_suggestions_count: supported[i] as number,
      updated_at: lastSeen[i] as number,
    })
  }
  return rows
}

export function countRatings({ rating, previousRating }: People): number {
  const isGiven = (given: number) => given !== NO_RATING
  return rating.filter(isGiven).length + previousRating.filter(isGiven).length
}

export function ratingRows(people: People, firstRating: number) {
  const rows = new Rows('nps_ratings', NPS_RATINGS)
  for (let i = 0; i < people.count; i++) {
    const chance = new Chance('rating', people.firstId + i)
    const seen = people.lastSeen[i] as number
    const given = [people.previousRating[i] as number, people.rating[i] as number]
    const at = [Math.floor((joinedAt(people, i) + seen) / 2), seen]
    for (const [n, rating] of given.entries()) {
      if (rating === NO_RATING) continue
      rows.add({
        id: firstRating + rows.count,
        rating,
        previous_rating: n === 0 || given[0] === NO_RATING ? null : (given[0] as number),
        body: chance.happens(0.3) ? compose(ratingSentences, 1, chance) : null,
        prompt: 'How likely are you to recommend us?',
        user_id: people.firstId + i,
        created_at: at[n] as number,
        updated_at: at[n] as number,
      })
    }
  }
  return rows
}

export function identityOf(id: number): { name: string; email: string } {
  const chance = new Chance('name', id)
  const first = chance.below(FIRST_NAMES.length)
  const last = chance.below(LAST_NAMES.length)
  return {
    name: `${FIRST_NAMES[first]} ${LAST_NAMES[last]}`,
    email: `${plainFirstNames[first]}.${plainLastNames[last]}.${id}@example.com`,
  }
}

export function anAddress(chance: Chance): string {
  return chance.pick(NETWORKS) + chance.between(1, 254)
}

type Ratings = { previous: number | null; current: number | null }
const NO_RATINGS: Ratings = { previous: null, current: null }

function addUser(rows: Rows<typeof USERS>, people: People, i: number, ratings: Ratings): void {
  const id = people.firstId + i
  const chance = new Chance('person', id)
  const { name, email } = identityOf(id)
  const isAdmin = i < people.admins
  const [country, region, city] = chance.happens(0.85) ? chance.pick(PLACES) : [null, null, null]
  const seen = people.lastSeen[i] as number
  rows.add({
    id,
    name,
    email_address: email,
    email_confirmed: isAdmin || chance.happens(0.9),
    job_title: chance.happens(0.6) ? chance.pick(JOB_TITLES) : null,
    last_ip: anAddress(chance),
    last_login: isAdmin || chance.happens(0.8) ? seen : null,
    country,
    region,
    city,
    satisfaction_score: people.rating[i] === NO_RATING ? null : (people.rating[i] as number),
    allowed_state: !isAdmin && chance.happens(0.01) ? 'blocked' : 'allowed',
    is_admin: isAdmin,
    status_notifications: chance.happens(0.9),
    comment_notifications: chance.happens(0.8),
    current_nps_rating_id: ratings.current,
    previous_nps_rating_id: ratings.previous,
    created_at: joinedAt(people, i),
  })
}

const plainFirstNames = FIRST_NAMES.map(plain)
const plainLastNames = LAST_NAMES.map(plain)

function plain(name: string): string {
  const stroked: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i' }
  const bare = name.normalize('NFD').toLowerCase()
  return bare.replace(/[łøđı]/g, (letter) => stroked[letter] as string).replace(/[^a-z]/g, '')
}

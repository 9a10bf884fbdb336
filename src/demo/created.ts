// The ids of the records that a load creates: reserved ranges, and those of forums, labels, features and others that
// did not exist before.

import type { Draft } from './draft.ts'
import { countExternalUsers } from './external-rows.ts'
import { countRatings } from './people-rows.ts'

export type IdRange = { collection: string; first: number; last: number }

export class Created {
  readonly #ranges: IdRange[] = []

  constructor({ plan, people, accounts, tickets, ...draft }: Draft) {
    this.#addRange('suggestions', plan.firstId, plan.count)
    this.#addRange('users', people.firstId, people.count)
    this.#addRange('external_accounts', accounts.firstId, accounts.count)
    this.#addRange('external_users', draft.firstExternalUser, countExternalUsers(people))
    this.#addRange('nps_ratings', draft.firstRating, countRatings(people))
    this.#addRange('tickets', draft.firstTicket, tickets)
  }

  add(collection: string, rows: { id: number }[]): void {
    for (const { id } of rows) this.#addRange(collection, id, 1)
  }

  count(collection: string): number {
    return this.#ranges
      .filter((range) => range.collection === collection)
      .reduce((sum, { first, last }) => sum + last - first + 1, 0)
  }

  ranges(): IdRange[] {
    return this.#ranges
  }

  #addRange(collection: string, first: number, count: number): void {
    if (count > 0) this.#ranges.push({ collection, first, last: first + count - 1 })
  }
}

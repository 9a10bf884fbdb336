// A few tickets to link to.

import { Chance } from './chance.ts'
import { TICKETS } from './columns.ts'
import { Rows } from './copy.ts'
import { DAY, type People } from './people.ts'
import { compose, parseSentences } from './text.ts'
import { TICKET_SUBJECTS } from './words.ts'

const subjects = parseSentences(TICKET_SUBJECTS)

/** The ticket number is the id. */
export function ticketRows(draft: { people: People; firstTicket: number; tickets: number }) {
  const { people, firstTicket, tickets } = draft
  const rows = new Rows('tickets', TICKETS)
  for (let id = firstTicket; id < firstTicket + tickets; id++) {
    const chance = new Chance('ticket', id)
    const contact = people.firstId + chance.between(people.admins, people.count - 1)
    const at = people.today - 1 - chance.below(700 * DAY)
    rows.add({
      id,
      ticket_number: id,
      subject: compose(subjects, 1, chance),
      state: chance.happens(0.7) ? 'closed' : 'open',
      assignee_id: people.firstId + chance.below(people.admins),
      contact_id: contact,
      created_by_id: contact,
      created_at: at,
      updated_at: at,
    })
  }
  return rows
}

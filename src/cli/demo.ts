// `earshot demo`: believable data to try things with.
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { loadDemo } from '../demo/demo.ts'
import { seedDatabase } from '../write/seed.ts'
import { type Command, UsageError, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'
import { showProgress } from './progress.ts'

const LEAST_USERS = 10

export const demo: Command = {
  summary: 'add demonstration data',
  help: `usage: earshot demo [--suggestions N] [--users N] [--accounts N] [--json]

Adds people, external users and accounts, forums, categories, labels, teams, custom fields, and suggestions with
supporters, comments, notes and status updates. It adds all of it or nothing, and works while the service runs;
tables that hold next to nothing yet cannot be read until it is done. The same numbers make the same data on the
same day; a second run adds more of it.

  --suggestions N   how many suggestions (1000)
  --users N         how many people, at least ${LEAST_USERS} (500)
  --accounts N      how many external accounts (50)
  --json            print {"added": {collection: count}, "seconds": number}`,
  options: {
    suggestions: { type: 'string' },
    users: { type: 'string' },
    accounts: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(values) {
    const amounts = {
      suggestions: wholeNumber(values, 'suggestions', 1000),
      users: wholeNumber(values, 'users', 500),
      accounts: wholeNumber(values, 'accounts', 50),
    }
    if (amounts.users < LEAST_USERS) {
      throw new UsageError(`--users should be at least ${LEAST_USERS}: somebody has to suggest.`)
    }
    const started = Date.now()
    const fill = async (database: Database) => {
      await database.db.transaction().execute(seedDatabase)
      return loadDemo(database, amounts, showProgress())
    }
    const added = await withDatabase(readConfig(), fill, 'make')
    const seconds = Math.round((Date.now() - started) / 100) / 10
    if (values.json) console.log(JSON.stringify({ added, seconds }))
    else console.log(summary(added, seconds))
  },
}

function summary(added: Record<string, number>, seconds: number): string {
  const lines = Object.entries(added).map(
    ([name, count]) => `${count.toLocaleString('en').padStart(12)} ${name.replaceAll('_', ' ')}`,
  )
  return `Added in ${seconds} s:\n${lines.join('\n')}`
}

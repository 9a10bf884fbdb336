// `earshot demo`: demonstration data.
import type { ClientConfig } from 'pg'
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { loadDemo } from '../demo/demo.ts'
import { COMMAND } from '../write/core/audit.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { createSegment } from '../write/segments.ts'
import { recordDemoData, requestDemoRemoval, requireNoDemoJob } from '../write/service/demo-data.ts'
import { removeDemoBatch } from '../write/service/demo-removal.ts'
import { seedDatabase } from '../write/service/seed.ts'
import { type Command, jsonOption, UsageError, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'
import { showProgress } from './progress.ts'
import { renderTable } from './table.ts'

const MIN_USERS = 10

export const demo: Command = {
  summary: 'add demonstration data',
  description: `Adds users, external users and accounts, forums, categories, labels, teams, custom fields, features, segments, and suggestions with
supporters, comments, feedback, notes and status updates. It adds all of it or nothing.

The service can keep running. While it is in use the load takes longer, because it locks no tables. Almost empty tables that nobody uses
are locked until the command ends. The same numbers make the same data on the same day. A second run adds more data.

\`--remove\` removes what this command and the console loaded, and what was added to those suggestions. Other demonstration records
stay where records of your own refer to them.`,
  options: {
    suggestions: {
      type: 'string',
      value: 'N',
      default: '1000',
      description: 'The number of suggestions.',
    },
    users: {
      type: 'string',
      value: 'N',
      default: '500',
      description: `The number of users, at least ${MIN_USERS}.`,
    },
    accounts: {
      type: 'string',
      value: 'N',
      default: '50',
      description: 'The number of external accounts.',
    },
    remove: { type: 'boolean', description: 'Remove all demonstration data instead.' },
    ...jsonOption(
      '{"added": {collection: count}, "seconds"}, or {"removed"}: whether there was any',
    ),
  },
  examples: [
    ['earshot demo', 'Add 1,000 suggestions.'],
    ['earshot demo --remove', 'Remove all of it.'],
    ['earshot demo --suggestions 100000 --users 20000 --accounts 2000', 'Add a large account.'],
  ],
  async run(values) {
    if (values.remove) {
      const removed = await withDatabase(readConfig(), removeDemo)
      const text = removed
        ? 'The demonstration data is removed.'
        : 'There is no demonstration data.'
      console.log(values.json ? JSON.stringify({ removed }) : text)
      return
    }
    const amounts = {
      suggestions: wholeNumber(values, 'suggestions'),
      users: wholeNumber(values, 'users'),
      accounts: wholeNumber(values, 'accounts'),
    }
    if (amounts.users < MIN_USERS)
      throw new UsageError(`--users: ${amounts.users} is too small. The minimum is ${MIN_USERS}.`)
    const started = Date.now()
    const fill = async (database: Database, owner: ClientConfig) => {
      await database.db.transaction().execute(seedDatabase)
      return loadDemo(owner, amounts, showProgress(), {
        mayLoad: requireNoDemoJob,
        makeSegment: createSegment,
        record: recordDemoData,
      })
    }
    const added = await withDatabase(readConfig(), fill, 'make')
    const seconds = Math.round((Date.now() - started) / 100) / 10
    if (values.json) console.log(JSON.stringify({ added, seconds }))
    else
      console.log(`${renderTable(['COLLECTION', 'ADDED'], Object.entries(added))}\n\n${seconds} s`)
  },
}

/** A worker of the service can do a part of it. Returns false when there is nothing to remove. */
async function removeDemo({ db }: Database): Promise<boolean> {
  if (!(await inTransaction(db, (tx) => requestDemoRemoval(tx, COMMAND)))) return false
  while (!(await inTransaction(db, removeDemoBatch)));
  return true
}

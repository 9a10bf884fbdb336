// A short run of the fuzzer: random requests of every operation. `npm run fuzz` sends more.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fuzz } from '../fuzz/run.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { fillTables } from '../support/factories.ts'
import { processesOn } from '../support/processes.ts'
import { startTestService } from '../support/service.ts'

const SEED = 1
const REQUESTS = EXHAUSTIVE ? 5_000 : 400

test(`${REQUESTS} random requests get no server error and no slow response`, async () => {
  const at = await startTestService()
  await fillTables(at.db, { rows: 20 })
  // Merges never lead back to a suggestion.
  await sql`update suggestions set parent_suggestion_id = null where parent_suggestion_id >= id`.execute(
    at.db,
  )
  const { address } = await (await processesOn(at.connection))(['serve'])
  const file = join(import.meta.dirname, '../..', 'docs', 'openapi.json')
  const document = JSON.parse(await readFile(file, 'utf8'))
  const options = { seed: SEED, requests: REQUESTS, concurrency: 4 }
  const { failures, statuses } = await fuzz({ url: address, token: at.token }, document, options)
  expect(failures).toEqual([])
  // Valid requests find records, and invalid ones are rejected.
  for (const status of [200, 201, 400, 404, 422]) expect(statuses.get(status)).toBeGreaterThan(10)
})

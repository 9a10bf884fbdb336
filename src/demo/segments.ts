// Segments of the loaded people. The caller creates them as the API does, with their members and figures.

import type { Client } from 'pg'
import { type Tx, transactionOn } from '../db/db.ts'
import type { Created } from './surroundings.ts'

export type Segment = { name: string; filters: unknown }
export type MakeSegment = (tx: Tx, actor: number, segment: Segment) => Promise<number>

const SEGMENTS: Segment[] = [
  {
    name: 'Business and Enterprise plans',
    filters: {
      column: 'account.plan',
      operator: 'in',
      operand: { val: ['Business', 'Enterprise'] },
    },
  },
  {
    name: 'Paying 2,000 or more a month',
    filters: { column: 'account.mrr', operator: 'at_least', operand: { val: '2000' } },
  },
  {
    name: 'Europe',
    filters: {
      column: 'user.country',
      operator: 'in',
      operand: {
        val: [
          'Austria',
          'Belgium',
          'Czechia',
          'Denmark',
          'Finland',
          'France',
          'Germany',
          'Greece',
          'Ireland',
          'Italy',
          'Netherlands',
          'Norway',
          'Poland',
          'Portugal',
          'Spain',
          'Sweden',
          'Switzerland',
          'United Kingdom',
        ],
      },
    },
  },
  {
    name: 'Detractors of paying accounts',
    filters: {
      operator: 'and',
      expressions: [
        { column: 'user.satisfaction_group', operator: 'is', operand: { val: 'detractor' } },
        { column: 'account.mrr', operator: 'is_set' },
      ],
    },
  },
]

/** A later run finds them by name. */
export async function makeSegments(
  client: Client,
  created: Created,
  makeSegment: MakeSegment,
  admin: number,
): Promise<void> {
  // The rows were loaded without the triggers that say which members have changed.
  await client.query(`insert into stale_records select 'segments', id from segments`)
  for (const segment of SEGMENTS) {
    const found = await client.query('select from segments where name = $1', [segment.name])
    if (found.rowCount) continue
    const id = await makeSegment(transactionOn(client), admin, segment)
    created.add('segments', [{ id }])
    const values = 'select id from segmented_values where segment_id = $1 order by id'
    created.add('segmented_values', (await client.query<{ id: number }>(values, [id])).rows)
  }
}

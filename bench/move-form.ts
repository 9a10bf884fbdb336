// The form of an account with very many votes.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type MoveSizes = { suggestions: number; people: number }

/** No sample record has a higher id. */
export const FIRST_ID = 1_000_000_000

type Kinds = Record<string, () => Iterable<object>>

export async function writeForm(folder: string, kinds: Kinds): Promise<string> {
  await mkdir(folder)
  // Forms of one account are one move, so the second one refers to the people of the first.
  const manifest = {
    form: 1,
    source: 'bench',
    account: 'https://ideas.example.com',
    created_at: '2026-01-31T12:00:00Z',
    counts: {},
  }
  await writeFile(join(folder, 'move.json'), JSON.stringify(manifest))
  for (const [kind, records] of Object.entries(kinds))
    await pipeline(
      Readable.from(lines(records())),
      createWriteStream(join(folder, `${kind}.ndjson`)),
    )
  return folder
}

const LINES_AT_ONCE = 1000

function* lines(records: Iterable<object>): Generator<string> {
  let some: string[] = []
  for (const record of records) {
    some.push(`${JSON.stringify(record)}\n`)
    if (some.length < LINES_AT_ONCE) continue
    yield some.join('')
    some = []
  }
  yield some.join('')
}

const at = (i: number) =>
  new Date(Date.UTC(2020, 0, 1) + ((i * 7919) % 150_000_000) * 1000).toISOString()

export function* forums(): Generator<object> {
  yield { key: '1', name: 'A forum that moves' }
}

export function* users({ people }: MoveSizes): Generator<object> {
  for (let i = 0; i < people; i++)
    yield {
      key: String(i),
      id: FIRST_ID + i,
      email_address: `person-${i}@move.example.com`,
      name: `Person ${i}`,
      created_at: at(i),
    }
}

export function* suggestions({ suggestions, people }: MoveSizes): Generator<object> {
  for (let i = 0; i < suggestions; i++)
    yield {
      key: String(i),
      id: FIRST_ID + i,
      title: `Suggestion ${i} that moves`,
      body: 'It is described in a sentence or two.',
      forum: '1',
      author: String(i % people),
      created_at: at(i),
    }
}

/** In the order of their ids, as a source has them. A person votes for a suggestion once. */
export function* votes(
  { suggestions, people }: MoveSizes,
  from: number,
  count: number,
): Generator<object> {
  for (let i = from; i < from + count; i++) {
    const person = i % people
    const suggestion = (person * 7919 + Math.floor(i / people)) % suggestions
    yield {
      suggestion: String(suggestion),
      user: String(person),
      id: FIRST_ID + i,
      created_at: at(i),
    }
  }
}

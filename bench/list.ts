// A page of 20 suggestions with forums and users side-loaded: first and deep, at ten thousand and at a million.

import { type Environment, type Running, residentMegabytes } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, requestsPerSecond } from './measure.ts'

const SIZES = [10_000, 1_000_000]
const PATH = '/api/v2/admin/suggestions?includes=forums,users'
const EIGHT_FIELDS = [
  'title',
  'state',
  'portal_url',
  'created_at',
  'updated_at',
  'comments_count',
  'supporters_count',
  'supporter_revenue',
]

export const listBenches: Bench[] = [
  { name: 'list', run: against },
  { name: 'list-growth', run: growth },
  { name: 'list-depth', run: depth },
  { name: 'list-fields', run: fewFields },
]

/** Earshot compared with the bare server, which must return the same bytes. */
async function against(environment: Environment): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const size of SIZES) {
    const database = await environment.database(size)
    const ours = await environment.service(database)
    const bare = await environment.bareServer(database, ours.url)
    for (const [place, cursor] of [
      ['first', ''],
      ['deep', await middle(ours)],
    ] as const) {
      await expectSameBytes(ours, bare, cursor)
      const rates = await measureAlternately(
        () => requestsPerSecond(ask(ours, cursor)),
        () => requestsPerSecond({ url: `${bare.url}/?${cursor}` }),
      )
      measured.push({
        name: `list, ${named(size)}, ${place} page`,
        ...rates,
        goal: '≥ 0.75',
        unit: 'requests/s',
      })
    }
    const [memory, bareMemory] = [await residentMegabytes(ours), await residentMegabytes(bare)]
    measured.push({
      name: `memory after the lists, ${named(size)}`,
      ours: memory,
      baseline: bareMemory,
      ratio: memory / bareMemory,
      goal: '',
      unit: 'MB',
    })
    await environment.stop(ours)
    await environment.stop(bare)
  }
  return measured
}

/** The cost of a page at a million compared with ten thousand. */
async function growth(environment: Environment): Promise<Measurement[]> {
  const small = await environment.service(await environment.database(10_000))
  const large = await environment.service(await environment.database(1_000_000))
  const measured: Measurement[] = []
  for (const place of ['first', 'deep']) {
    const [ofSmall, ofLarge] =
      place === 'first' ? ['', ''] : [await middle(small), await middle(large)]
    const cost = async (server: Running, cursor: string) =>
      1000 / (await requestsPerSecond(ask(server, cursor)))
    const costs = await measureAlternately(
      () => cost(large, ofLarge),
      () => cost(small, ofSmall),
    )
    measured.push({
      name: `a million against ten thousand, ${place} page`,
      ...costs,
      goal: '≤ 1.3',
      unit: 'ms',
    })
  }
  await environment.stop(small)
  await environment.stop(large)
  return measured
}

/** A page in the middle of a million compared with the first. */
async function depth(environment: Environment): Promise<Measurement[]> {
  const server = await environment.service(await environment.database(1_000_000))
  const cursor = await middle(server)
  const rates = await measureAlternately(
    () => requestsPerSecond(ask(server, cursor)),
    () => requestsPerSecond(ask(server, '')),
  )
  await environment.stop(server)
  return [
    {
      name: 'deep page compared with the first, a million',
      ...rates,
      goal: '≥ 0.9',
      unit: 'requests/s',
    },
  ]
}

/** Eight members of each suggestion with the names of its forum and author, compared with all members. Both count. */
async function fewFields(environment: Environment): Promise<Measurement[]> {
  const size = 10_000
  const server = await environment.service(await environment.database(size))
  const fields = `fields=${EIGHT_FIELDS},links.forum,links.created_by&fields.forums=name&fields.users=name`
  const rates = await measureAlternately(
    () => requestsPerSecond(ask(server, fields)),
    () => requestsPerSecond(ask(server, '')),
  )
  await environment.stop(server)
  const name = `eight fields, forum and author names, exact total, compared with the full list, ${named(size)}`
  return [{ name, ...rates, goal: '≥ 3', unit: 'requests/s' }]
}

const ask = (server: Running, query: string) => ({
  url: `${server.url}${PATH}${query && `&${query}`}`,
  headers: { authorization: `Bearer ${server.token}` },
})

/** The cursor of a page in the middle of the list. */
async function middle(server: Running): Promise<string> {
  const read = async (query: string) => {
    const answer = await fetch(`${server.url}${PATH}&${query}`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
    return answer.json() as Promise<{
      pagination: { cursor: string; total_pages: number }
      suggestions: { id: number }[]
    }>
  }
  const { pagination } = await read('')
  const page = await read(`page=${Math.floor(pagination.total_pages / 2)}`)
  const [collection, sort, , , total] = JSON.parse(
    Buffer.from(pagination.cursor, 'base64url').toString(),
  )
  const id = page.suggestions.at(-1)?.id
  const place = [collection, sort, id, id, total, Math.floor(total / 2)]
  return `cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`
}

async function expectSameBytes(ours: Running, bare: Running, cursor: string): Promise<void> {
  const { url, headers } = ask(ours, cursor)
  const [one, other] = await Promise.all([fetch(url, { headers }), fetch(`${bare.url}/?${cursor}`)])
  const [a, b] = [await one.text(), await other.text()]
  if (a === b) return
  const at = [...a].findIndex((character, i) => character !== b[i])
  throw new Error(
    `The two answers differ at ${at}:\n${a.slice(at - 80, at + 80)}\n${b.slice(at - 80, at + 80)}`,
  )
}

const named = (size: number) => (size === 1_000_000 ? 'a million' : 'ten thousand')

// A search for a word that 3 % of a million suggestions contain, compared with the unfiltered page: with its exact total
// and without, and in other orders. Then searches whose cost could grow with the words, and similar titles.
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, requestsPerSecond } from './measure.ts'

const SIZE = 1_000_000
const SHARE = 0.03
const PATH = '/api/v2/admin/suggestions'

/** Orders by the record, by figures that every record has, and by figures that few have. */
const ORDERS = ['-created_at', 'title', '-updated_at', '-supporters_count', '-comments_count']

/** Common words, stop words, short words and prefixes. */
const EXPENSIVE = {
  'the most common word': 'q=team',
  'the letter a': 'q=a',
  'a stop word': 'q=for',
  'two letters': 'q=re',
  'twelve prefixes of three letters': 'q=rep+sch+exp+tea+per+com+pro+con+int+aut+imp+ord',
  'twelve single letters': 'q=b+c+e+f+g+h+j+k+l+m+n+p',
  'a common word by relevance': 'q=team&sort=relevance',
  'a common word by supporters': 'q=team&sort=-supporters_count',
}

export const searchBenches: Bench[] = [{ name: 'search', run: search }]

async function search(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SIZE)
  const { word, count } = await findWord(database, SIZE * SHARE)
  const server = await environment.service(database)
  const measured: Measurement[] = []
  const compare = async (name: string, path: string, goal: string) => {
    const costs = await measureAlternately(
      () => milliseconds(server, path),
      () => milliseconds(server, PATH),
    )
    measured.push({ name, ...costs, goal, unit: 'ms' })
  }
  const named = `a word that ${count} suggestions contain`
  await compare(`${named}, with the exact total`, `${PATH}?q=${word}`, '≤ 15')
  await compare(`${named}, total=false`, `${PATH}?q=${word}&total=false`, '≤ 3')
  for (const sort of ORDERS)
    await compare(`the same by ${sort}`, `${PATH}?q=${word}&total=false&sort=${sort}`, '≤ 3')
  for (const sort of ORDERS)
    await compare(
      `the most common word by ${sort}, total=false`,
      `${PATH}?q=team&total=false&sort=${sort}`,
      '≤ 3',
    )
  for (const [name, query] of Object.entries(EXPENSIVE)) await compare(name, `${PATH}?${query}`, '')
  await compare('similar titles', `${PATH}/similar?title=${await aTitle(database)}`, '')
  await environment.stop(server)
  return measured
}

const milliseconds = async ({ url, token }: Running, path: string) =>
  1000 /
  (await requestsPerSecond({
    url: url + path,
    headers: { authorization: `Bearer ${token}` },
    connections: 1,
  }))

/** The word whose matches are nearest to this number. */
async function findWord(
  database: string,
  wanted: number,
): Promise<{ word: string; count: number }> {
  const rows = await query<{ word: string; count: number }>(
    database,
    `with words as materialized (
       select word from ts_stat('select words from suggestions_search') where length(word) > 3
       order by abs(ndoc - $1::int) limit 20
     ), counted as materialized (
       select word, (
         select count(*) from suggestions_search_index where words_of_version(id, version) @@ (select search_query(word))
       ) as count from words
     )
     select word, count from counted order by abs(count - $1::int) limit 1`,
    [wanted],
  )
  return rows[0] as { word: string; count: number }
}

const aTitle = async (database: string) =>
  encodeURIComponent(
    (
      await query<{ title: string }>(
        database,
        'select title from suggestions order by id offset 7 limit 1',
      )
    )[0]?.title ?? '',
  )

async function query<R>(database: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

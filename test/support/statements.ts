// What requests ask the database.
import type { TestService } from './service.ts'

/** The statements of requests that run while `run` does. Background work has connections of its own. */
export async function statementsOf(
  { service }: Pick<TestService, 'service'>,
  run: () => Promise<unknown>,
): Promise<string[]> {
  const { read, write } = service.database.pools
  const texts: string[] = []
  const restore: (() => void)[] = []
  const onAcquire = (client: { query: unknown }) => {
    const { query } = client
    if (typeof query !== 'function' || Object.hasOwn(client, 'query')) return
    client.query = (...given: [{ text?: string } | string]) => {
      texts.push(typeof given[0] === 'string' ? given[0] : (given[0].text ?? ''))
      return query.apply(client, given)
    }
    restore.push(() => delete (client as { query?: unknown }).query)
  }
  for (const pool of [read, write]) pool.on('acquire', onAcquire)
  await run()
  for (const pool of [read, write]) pool.off('acquire', onAcquire)
  for (const undo of restore) undo()
  return texts
}

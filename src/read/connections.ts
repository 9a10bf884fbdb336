// How many connections the database accepts, and how many the processes of the service open at most.
import type { Queries } from '../db/db.ts'
import { OWN_CONNECTIONS } from '../db/own-pool.ts'

export type ConnectionBudget = {
  /** Processes that serve or run jobs now. */
  processes: number
  /** The most connections that they open together, with those of the one move that can run. */
  connections: number
  /** What the server, the database and the role allow. */
  limit: number
}

// The lifetime of a row is that of write/service/processes.ts; a process that just ended may count for some seconds.
const BUDGET = `select
    (select count(*) from processes where seen_at > now() - interval '15 seconds') as processes,
    (select coalesce(sum(connections), 0) from processes where seen_at > now() - interval '15 seconds') as connections,
    (select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int,
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))) as "limit"`

export async function readConnectionBudget(queries: Queries): Promise<ConnectionBudget> {
  const { rows } = await queries.query(BUDGET)
  const { processes, connections, limit } = rows[0]
  return {
    processes: Number(processes),
    connections: Number(connections) + OWN_CONNECTIONS,
    limit: Number(limit),
  }
}

/** Null when the connections suffice. */
export const findBudgetProblem = ({
  processes,
  connections,
  limit,
}: ConnectionBudget): string | null =>
  connections <= limit
    ? null
    : `${processes} ${processes === 1 ? 'process opens' : 'processes open'} up to ${connections} database connections, ` +
      `and the database accepts ${limit}. Raise max_connections or the limit of the role, or run fewer processes.`

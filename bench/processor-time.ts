// Processor time of processes on Linux.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Processor time of all processes of the server. It depends less than the clock on what else the machine does. */
export async function postgresSeconds(database: string): Promise<number> {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<{ path: string }>(
    `select current_setting('data_directory') as path`,
  )
  await client.end()
  const pids = await readFile(join(rows[0]?.path ?? '', 'postmaster.pid'), 'utf8')
  const postmaster = pids.split('\n')[0] as string
  const secondsOf = async (process: string): Promise<number> => {
    const { parent, own, ofEnded } = await timesOf(process)
    if (process === postmaster) return own + ofEnded
    return parent === postmaster ? own : 0
  }
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const times = await Promise.all(processes.map(secondsOf))
  return times.reduce((sum, one) => sum + one, 0)
}

/** Processor time of a process. */
export const processSeconds = async (pid: number | undefined): Promise<number> =>
  (await timesOf(String(pid))).own

type Times = { parent: string; own: number; ofEnded: number }

async function timesOf(process: string): Promise<Times> {
  const stat = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (first: number) =>
    (Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0)) / TICKS_A_SECOND
  return { parent: fields[1] ?? '', own: seconds(11), ofEnded: seconds(13) }
}

const TICKS_A_SECOND = 100

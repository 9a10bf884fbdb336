// A primary and its streaming standby: two real servers.
import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../../src/db/embedded.ts'
import { findBinaries } from '../../src/db/embedded-binaries.ts'
import { findCluster } from '../../src/db/embedded-cluster.ts'
import { readServerRecord, spawnServer } from '../../src/db/embedded-server.ts'
import { onCleanup } from './cleanup.ts'

export type Server = {
  connection: pg.ClientConfig
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** As after a power failure. */
  kill(): Promise<void>
  /** Starts it again after kill. */
  startAgain(): Promise<void>
}

export async function primaryAndStandby(): Promise<{ primary: Server; standby: Server }> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-pair-'))
  await chmod(home, 0o755)
  const stops: (() => Promise<void>)[] = []
  onCleanup(async () => {
    for (const stop of stops) await stop()
    await rm(home, { recursive: true, force: true })
  })
  const places = { primary: join(home, 'one'), standby: join(home, 'two') }
  const embedded = await startEmbedded(places.primary, () => {})
  stops.push(embedded.stop)
  await copyCluster(places.primary, places.standby, embedded.superuser)
  await startOn(places.standby, stops)
  const primary = await serverOn(places.primary, embedded.superuser, stops)
  const standby = await serverOn(places.standby, embedded.superuser, stops)
  const isStreaming = async () =>
    (await primary.query(`select from pg_stat_replication where state = 'streaming'`)).length
  while ((await isStreaming()) === 0) await sleep(20)
  return { primary, standby }
}

/** A base backup of the running server, configured as a standby. */
async function copyCluster(from: string, to: string, primary: pg.ClientConfig): Promise<void> {
  const source = join(from, 'postgres')
  const copy = join(to, 'postgres')
  await mkdir(to)
  await chmod(to, 0o755)
  const client = new pg.Client(primary)
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  await promisify(execFile)('cp', ['-a', source, copy])
  const { rows } = await client.query('select labelfile from pg_backup_stop()')
  await client.end()
  // They describe the original server.
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock', 'server.log'])
    await rm(join(copy, name), { force: true })
  const { account } = (await findCluster(to)) as { account: { uid: number; gid: number } }
  const follow = `primary_conninfo = 'host=${primary.host} port=${primary.port} user=${primary.user} password=${primary.password}'\n`
  await appendFile(join(copy, 'postgresql.auto.conf'), follow)
  for (const [name, text] of [
    ['standby.signal', ''],
    ['backup_label', rows[0].labelfile],
  ]) {
    await writeFile(join(copy, name), text, { mode: 0o600 })
    await chown(join(copy, name), account.uid, account.gid)
  }
}

async function startOn(place: string, stops: (() => Promise<void>)[]): Promise<void> {
  const cluster = await findCluster(place)
  if (!cluster) throw new Error(`${place} has no cluster`)
  const binaries = await findBinaries(cluster.account, () => {})
  const server = await spawnServer(cluster, binaries, await readServerRecord(cluster.path))
  stops.push(server.stop)
  for (;;) {
    if (server.hasExited()) throw new Error(await server.readLog())
    const note = await readServerRecord(cluster.path)
    if (note?.pid === server.pid && /^(ready|standby)$/.test(note.status)) return
    await sleep(20)
  }
}

async function serverOn(
  place: string,
  superuser: pg.ClientConfig,
  stops: (() => Promise<void>)[],
): Promise<Server> {
  const cluster = join(place, 'postgres')
  const note = await readServerRecord(cluster)
  if (!note) throw new Error(`${place} has no server`)
  const { socketDir: host, port } = note
  const connection = { ...superuser, host, port }
  return {
    connection,
    async query(text, values = []) {
      const client = new pg.Client(connection)
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
    async kill() {
      process.kill((await readServerRecord(cluster))?.pid as number, 'SIGKILL')
    },
    startAgain: () => startOn(place, stops),
  }
}

// Mails about one status update to many supporters: how fast they are sent, the memory of the service, and reads of others meanwhile.
// BENCH_MAILS is how many people get one.
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { type Environment, type Running, residentMegabytes } from './environment.ts'
import { type Bench, type Measurement, median, requestsPerSecond } from './measure.ts'

export const mailBenches: Bench[] = [{ name: 'mails', run: mails }]

const MANY = Number(process.env.BENCH_MAILS ?? 100_000)
const READ_ROUNDS = 7
/** Long enough that the speed of a connection does not matter. */
const BARE_MAILS = 1000

async function mails(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'mails')
  const pool = new pg.Pool({ connectionString: database })
  pool.on('error', () => {})
  const suggestion = await loved(pool)
  const sink = await startSink()
  const bare = await bareRate(sink)
  const server = await environment.service(database, {
    SMTP_URL: `smtp://127.0.0.1:${sink.port}?tls=false`,
    MAIL_FROM: 'Bench <bench@example.com>',
    MAILS_PER_MINUTE: '100000',
    MAIL_DELAY: '0',
  })
  const reads = () =>
    requestsPerSecond({
      url: `${server.url}/api/v2/admin/suggestions?includes=forums,users`,
      headers: { authorization: `Bearer ${server.token}` },
    })
  const rounds = async () => {
    const rates: number[] = []
    for (let i = 0; i < READ_ROUNDS; i++) rates.push(await reads())
    return median(rates)
  }
  await reads()
  const before = await rounds()
  sink.count = 0
  await update(server, suggestion)
  await untilSent(sink, MANY * 0.1)
  const early = await memory(server)
  const [begun, first] = [performance.now(), sink.count]
  await untilSent(sink, MANY * 0.5)
  const rate = (sink.count - first) / ((performance.now() - begun) / 1000)
  const during = await rounds()
  if (sink.count >= MANY) throw new Error('All mails were sent before the reads ended.')
  await untilSent(sink, MANY)
  const late = await memory(server)
  const alone = (before + (await rounds())) / 2
  await pool.end()
  await environment.stop(server)
  await sink.close()
  const row = (name: string, ours: number, baseline: number) => ({
    name,
    ours,
    baseline,
    ratio: ours / baseline,
  })
  return [
    {
      ...row(`mails to ${MANY} people, compared with bare ones`, rate, bare),
      goal: '',
      unit: 'mails/s',
    },
    { ...row('memory after the last mail', late, early), goal: '≤ 1.2', unit: 'MB' },
    { ...row('reads while mails are sent', during, alone), goal: '≥ 0.8', unit: 'requests/s' },
  ]
}

/** A new suggestion with many supporters. */
async function loved(pool: pg.Pool): Promise<number> {
  await pool.query(
    `insert into users (name, email_address)
     select 'Reader', 'reader.' || i || '@example.com' from generate_series(1, $1) i on conflict do nothing`,
    [MANY],
  )
  const { rows } = await pool.query(
    `insert into suggestions (title, forum_id, state) select 'Loved by many', min(id), 'published' from forums returning id`,
  )
  const id = Number(rows[0].id)
  await pool.query(
    `insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
     select $1, id, id, id from users where name = 'Reader' order by id limit $2`,
    [id, MANY],
  )
  await pool.query('vacuum analyze supporters')
  await pool.query('vacuum analyze users')
  return id
}

type Sink = { port: number; count: number; close(): Promise<void> }

/** Accepts every mail and keeps none. The package smtp-server waits for 100 ms before it greets, which would be all that is measured. */
async function startSink(): Promise<Sink> {
  const server = createServer((socket) => {
    let text = ''
    let isData = false
    const answer = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      if (isData) {
        if (line !== '.') return
        isData = false
        sink.count += 1
        answer('250 accepted')
      } else if (/^data$/i.test(line)) {
        isData = true
        answer('354 go on')
      } else if (/^quit$/i.test(line)) socket.end('221 bye\r\n')
      else answer('250 ok')
    }
    socket.setEncoding('latin1')
    socket.on('error', () => socket.destroy())
    socket.on('data', (piece: string) => {
      const lines = (text + piece).split('\r\n')
      text = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    answer('220 sink ESMTP')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const sink = {
    port: (server.address() as AddressInfo).port,
    count: 0,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
  return sink
}

/** The baseline: the same library sends one mail after the other, without a database. */
async function bareRate({ port }: Sink): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const text = 'The status of “Loved by many” is now “Planned”.\n'.repeat(10)
  const begun = performance.now()
  for (let i = 0; i < BARE_MAILS; i++)
    await transport.sendMail({
      from: 'Bench <bench@example.com>',
      to: `reader.${i}@example.com`,
      subject: 'Loved by many',
      text,
      html: `<p>${text.repeat(5)}</p>`,
    })
  return BARE_MAILS / ((performance.now() - begun) / 1000)
}

async function update({ url, token }: Running, suggestion: number): Promise<void> {
  const answer = await fetch(`${url}/api/v2/admin/status_updates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'Under way', notify_supporters: true, links: { suggestion } }),
  })
  if (!answer.ok) throw new Error(`The status update was answered with ${answer.status}.`)
}

const MAX_SILENCE_MS = 60_000

async function untilSent(sink: Sink, count: number): Promise<void> {
  let last = { count: -1, at: performance.now() }
  while (sink.count < count) {
    if (sink.count !== last.count) last = { count: sink.count, at: performance.now() }
    if (performance.now() - last.at > MAX_SILENCE_MS)
      throw new Error(`No mail arrived for a minute, after ${sink.count}.`)
    await sleep(50)
  }
}

/** The largest of some moments: the collector of garbage comes and goes. */
async function memory(server: Running): Promise<number> {
  const sizes: number[] = []
  for (let i = 0; i < 10; i++) {
    sizes.push(await residentMegabytes(server))
    await sleep(100)
  }
  return Math.max(...sizes)
}

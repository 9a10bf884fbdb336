// npm run mutate [-- --sample N --seed S --subject NAME --file NAME]: makes one mistake after the other in copies of the sources and runs
// the tests of each. A mistake that no test notices survives. Each worker has a copy and a PostgreSQL of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../../src/db/embedded.ts'
import { createChance } from '../fuzz/chance.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { type Subject, subjects } from './subjects.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    subject: { type: 'string' },
    // Of the sample, only the mistakes in this file: to repeat them after a test was added.
    file: { type: 'string' },
    workers: { type: 'string', default: '2' },
    'skip-baseline': { type: 'boolean', default: false },
  },
})

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED = [
  'bin',
  'client',
  'console',
  'docs',
  'markdown',
  'migrations',
  'portal',
  'src',
  'test',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
]
/** A mistake that makes the tests hang is noticed too. */
const TIMEOUT_MS = 240_000

type Task = Mutant & { subject: Subject; path: string; line: number }
type Outcome = Task & { isKilled: boolean }

const chosen = subjects.filter(({ name }) => !values.subject || name === values.subject)
const sample = takeSample(await Promise.all(chosen.map(tasksOf)), Number(values.sample)).filter(
  ({ path }) => !values.file || basename(path) === values.file,
)
console.log(`${sample.length} mistakes, seed ${values.seed}`)
const outcomes: Outcome[] = []
const waiting = [...sample]
// Tests that fail without a mistake would notice every one.
const unchecked = values['skip-baseline'] ? [] : [...new Set(chosen.flatMap(({ tests }) => tests))]
await Promise.all(Array.from({ length: Number(values.workers) }, work))
report(outcomes)

async function tasksOf(subject: Subject): Promise<Task[]> {
  const tasks: Task[] = []
  for (const source of subject.sources) {
    const path = await findSource(source)
    const text = await readFile(join(ROOT, path), 'utf8')
    for (const mutant of mutantsOf(path, text)) {
      const line = text.slice(0, mutant.start).split('\n').length
      tasks.push({ ...mutant, subject, path, line })
    }
  }
  return tasks
}

async function findSource(source: string): Promise<string> {
  const folder = join(ROOT, dirname(source))
  const entries = await readdir(folder, { recursive: true })
  const found = entries.filter((entry) => basename(entry) === basename(source))
  const nearest = found.sort((a, b) => a.split('/').length - b.split('/').length)[0]
  if (nearest === undefined) throw new Error(`${source} does not exist. Correct subjects.ts.`)
  return relative(ROOT, join(folder, nearest))
}

/** The same number of each subject, as far as it has them. */
function takeSample(bySubject: Task[][], size: number): Task[] {
  const chance = createChance(Number(values.seed))
  const left = bySubject.map((tasks) => [...tasks])
  const taken: Task[] = []
  while (taken.length < size && left.some((tasks) => tasks.length > 0))
    for (const tasks of left) {
      const [task] = tasks.splice(chance.below(tasks.length), 1)
      if (task && taken.length < size) taken.push(task)
    }
  return taken
}

async function work(): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'earshot-mutate-'))
  await chmod(copy, 0o755)
  // With their times: else each run would build the console again.
  const asTheyAre = { recursive: true, preserveTimestamps: true }
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), asTheyAre)
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const dataDir = join(copy, 'data')
  await mkdir(dataDir)
  await chmod(dataDir, 0o755)
  const server = await startEmbedded(dataDir, () => {})
  try {
    const { host, port, user, password = '' } = server.superuser
    const parameters = new URLSearchParams({ host, port: String(port), user, password })
    const url = `postgres:///postgres?${parameters}`
    const client = new pg.Client(url)
    await client.connect()
    await client.query('alter role current_user set synchronous_commit = off')
    await client.end()
    for (let test = unchecked.shift(); test; test = unchecked.shift())
      if (await fails(copy, url, `test/${test}.test.ts`))
        throw new Error(`test/${test}.test.ts fails without a mistake.`)
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const isKilled = await isNoticed(copy, url, task)
      outcomes.push({ ...task, isKilled })
      const { path, line, description } = task
      const result = isKilled ? 'killed' : 'SURVIVED'
      console.log(`${outcomes.length} ${result} ${path}:${line} ${description}`)
    }
  } finally {
    await server.stop()
    await rm(copy, { recursive: true, force: true })
  }
}

async function isNoticed(copy: string, url: string, task: Task): Promise<boolean> {
  const file = join(copy, task.path)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.slice(0, task.start) + task.replacement + text.slice(task.end))
  try {
    for (const name of task.subject.tests)
      if (await fails(copy, url, `test/${name}.test.ts`)) return true
    return false
  } finally {
    await writeFile(file, text)
  }
}

async function fails(copy: string, url: string, test: string): Promise<boolean> {
  // A bundle of each mistake would cost more than it saves.
  const env = { ...process.env, TEST_DATABASE_URL: url, TEST_BUNDLE: '' }
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--maxWorkers', '1', test],
    { cwd: copy, env, stdio: 'ignore', detached: true },
  )
  const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), TIMEOUT_MS)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code !== 0
}

function report(all: Outcome[]): void {
  console.log('\n| Subject | Mistakes | Noticed | Score |\n| --- | --- | --- | --- |')
  const row = (name: string, some: Outcome[]) => {
    const killed = some.filter(({ isKilled }) => isKilled).length
    console.log(
      `| ${name} | ${some.length} | ${killed} | ${(killed / some.length || 0).toFixed(2)} |`,
    )
  }
  for (const { name } of chosen)
    row(
      name,
      all.filter(({ subject }) => subject.name === name),
    )
  row('all', all)
}

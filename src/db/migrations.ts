// The files of migrations/: what each does, and what the database remembers of it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')

export type Migration = {
  name: string
  text: string
  /** The first sentence of its first comment. */
  description: string
  checksum: string
  /** The oldest version whose processes can run beside it; null: every version from 0.2.0 on. */
  oldestVersion: string | null
}

// Read once: a checkout that is replaced under a running process concerns the next process.
const migrations: readonly Migration[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((name) => describe(name, readFileSync(join(FOLDER, name), 'utf8')))

export const allMigrations: readonly string[] = migrations.map(({ name }) => name)

export const findMigration = (name: string) =>
  migrations.find((migration) => migration.name === name)

function describe(name: string, file: string): Migration {
  // A checkout can have changed the ends of lines.
  const text = file.replaceAll('\r\n', '\n')
  const [comment = ''] = /^(--.*\n)+/.exec(text) ?? []
  const prose = comment.replace(/^-- ?(Oldest version: .*)?/gm, '').trim()
  return {
    name,
    text,
    description: /^[\s\S]+?(?=\.\s|\.?$)/.exec(prose)?.[0].replaceAll('\n', ' ') ?? '',
    checksum: createHash('sha256').update(text).digest('hex'),
    oldestVersion: /^-- Oldest version: (\d+\.\d+\.\d+)$/m.exec(comment)?.[1] ?? null,
  }
}

// The page that lists every operation of the wire format and the file that serves it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { allOperations } from '../../src/http/app.ts'
import {
  formatOperation,
  type WireOperation,
  wireOperations,
} from '../../src/http/openapi/wire-operations.ts'
import { choices, reasons } from './notes.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['src/http/auth', 'src/http/routes']

/** The served operations, each with the file that declares it. */
async function listServed(): Promise<Map<string, string>> {
  const routes = await findRouteFiles()
  const served = new Map(
    allOperations().map((operation) => {
      const name = formatOperation(operation)
      const declaration =
        'resource' in operation ? `src/resources/${operation.resource.name}.ts` : ''
      return [name, routes.get(name) ?? declaration]
    }),
  )
  for (const verb of ['token', 'revoke'])
    served.set(`POST /api/v2/oauth/${verb}`, 'src/http/auth/oauth.ts')
  return served
}

async function findRouteFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const found = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder)))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${folder}/${name}`),
    ),
  )
  for (const file of found.flat().sort()) {
    const exported: Record<string, unknown> = await import(join(ROOT, file))
    for (const [name, make] of Object.entries(exported)) {
      if (!name.endsWith('Operations')) continue
      for (const operation of (make as typeof allOperations)())
        files.set(formatOperation(operation), file)
    }
  }
  return files
}

const all = Object.values(wireOperations).flat()

/** Operations without the note that they need, and notes that match no operation. */
export async function findContradictions(): Promise<string[]> {
  const served = await listServed()
  const known = new Set([...all.map(formatOperation), ...served.keys()])
  const missing = all.map(formatOperation).filter((name) => !served.has(name) && !reasons[name])
  const wire = new Set(all.map(formatOperation))
  const unexplained = [...served.keys()].filter((name) => !wire.has(name) && !choices[name])
  const both = Object.keys(reasons).filter((name) => served.has(name))
  const stray = Object.keys({ ...reasons, ...choices }).filter((name) => !known.has(name))
  return [
    ...missing.map((name) => `${name}: not served, and no reason is documented`),
    ...unexplained.map((name) => `${name}: not in the wire format, and no reason is documented`),
    ...both.map((name) => `${name}: served, but a reason against it is documented`),
    ...stray.map((name) => `${name}: neither in the wire format nor served`),
  ]
}

export async function coverageDocument(): Promise<string> {
  const served = await listServed()
  const isServed = (operation: WireOperation) => served.has(formatOperation(operation))
  const published = all.filter(({ generations }) => generations.includes('G3'))
  const wire = new Set(all.map(formatOperation))
  const extensions = [...served.keys()].filter((name) => !wire.has(name)).sort()
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = (head: string[], rows: string[][]) =>
    [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
  const choice = (name: string) => choices[name] ?? ''
  const countServed = (some: WireOperation[]) => `${some.filter(isServed).length} of ${some.length}`
  const sections = Object.entries(wireOperations).map(
    ([theme, operations]) =>
      `## ${theme}\n\n${table(
        ['Operation', 'Generation', 'Served by', 'Notes'],
        operations.map((operation) => {
          const name = formatOperation(operation)
          const file = served.get(name)
          return [
            `\`${name}\``,
            operation.generations.join(', '),
            file === undefined ? '**not served**' : `\`${file}\``,
            file === undefined ? (reasons[name] ?? '') : choice(name),
          ]
        }),
      )}`,
  )
  return `# Coverage of the wire format

\`npm run coverage\` writes this page from the operations that the service declares. A test compares the two.

The names of the Admin API v2 changed over the years. G1 are the names of 2016 to 2018, G2 those of 2018 to about 2021,
G3 those that are published today. "unpublished" operations were never documented, but live clients call them. Paths are
below \`/api/v2/admin\` unless they begin with \`/api\`. A read-only collection is served by its declaration in
\`src/resources/\`.

Bodies are JSON or forms. In a form, as in a query string, a blank value is ignored, or rejected as \`blank\` where the
member is required. A form therefore cannot clear a member: send JSON \`null\`.

| | Served |
| --- | --- |
| Published today (G3) | ${countServed(published)} operations |
| All generations | ${countServed(all)} operations |
| Beyond the wire format | ${extensions.length} operations |

${sections.join('\n\n')}

## Beyond the wire format

Operations that no generation has.

${table(
  ['Operation', 'Served by', 'Why'],
  extensions.map((name) => [`\`${name}\``, `\`${served.get(name)}\``, choice(name)]),
)}`
}

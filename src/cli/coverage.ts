// `earshot coverage`: which operations of the wire format are served, by what, and which are not, and why.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { allOperations } from '../http/app.ts'
import type { Command } from './command.ts'
import { choices, reasons } from './coverage-notes.ts'
import { type WireOperation, wireOperations } from './wire-operations.ts'

export const coverage: Command = {
  summary: 'print which operations of the wire format are served',
  description: `Prints docs/api-coverage.md: every operation of the wire format in all its generations, the file that serves it, our
choice where the format leaves one open, and the reason for each operation that is not served.`,
  examples: [['earshot coverage > docs/api-coverage.md', 'Write the page.']],
  async run() {
    console.log(await coverageDocument())
  },
}

const ROUTES = join(import.meta.dirname, '../http/routes')

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:(\w+)/g, '{$1}')}`

/** The operations that are served, each with the file that declares it. */
async function servedOperations(): Promise<Map<string, string>> {
  const routes = await routeFiles()
  const served = new Map(
    allOperations().map((operation) => {
      const name = nameOf(operation)
      const declaration =
        'resource' in operation ? `src/resources/${operation.resource.name}.ts` : ''
      return [name, routes.get(name) ?? declaration]
    }),
  )
  for (const verb of ['token', 'revoke'])
    served.set(`POST /api/v2/oauth/${verb}`, 'src/http/routes/oauth.ts')
  return served
}

async function routeFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const file of (await readdir(ROUTES)).sort()) {
    const exported: Record<string, unknown> = await import(join(ROUTES, file))
    for (const [name, make] of Object.entries(exported)) {
      if (!name.endsWith('Operations')) continue
      for (const operation of (make as typeof allOperations)())
        files.set(nameOf(operation), `src/http/routes/${file}`)
    }
  }
  return files
}

const all = Object.values(wireOperations).flat()

/** What the document must not leave open: operations without a word, and words without an operation. */
export async function contradictions(): Promise<string[]> {
  const served = await servedOperations()
  const known = new Set([...all.map(nameOf), ...served.keys()])
  const silent = all.map(nameOf).filter((name) => !served.has(name) && !reasons[name])
  const wire = new Set(all.map(nameOf))
  const unexplained = [...served.keys()].filter((name) => !wire.has(name) && !choices[name])
  const both = Object.keys(reasons).filter((name) => served.has(name))
  const stray = Object.keys({ ...reasons, ...choices }).filter((name) => !known.has(name))
  return [
    ...silent.map((name) => `${name} is not served, and no reason is given`),
    ...unexplained.map(
      (name) => `${name} is not of the wire format, and it is not said why it is served`,
    ),
    ...both.map((name) => `${name} is served, and a reason is given why not`),
    ...stray.map((name) => `${name} is neither of the wire format nor served`),
  ]
}

export async function coverageDocument(): Promise<string> {
  const served = await servedOperations()
  const isServed = (operation: WireOperation) => served.has(nameOf(operation))
  const published = all.filter(({ generations }) => generations.includes('G3'))
  const wire = new Set(all.map(nameOf))
  const extensions = [...served.keys()].filter((name) => !wire.has(name)).sort()
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = (head: string[], rows: string[][]) =>
    [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
  const choice = (name: string) => choices[name] ?? ''
  const counted = (some: WireOperation[]) => `${some.filter(isServed).length} of ${some.length}`
  const sections = Object.entries(wireOperations).map(
    ([theme, operations]) =>
      `## ${theme}\n\n${table(
        ['Operation', 'Generation', 'Served by', 'Our choice, or why not'],
        operations.map((operation) => {
          const name = nameOf(operation)
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

\`npm run coverage\` writes this page from the operations that the service declares; a test compares the two.

The Admin API v2 was renamed over the years. G1 are the names of 2016 to 2018, G2 those of 2018 to about 2021, G3 those
that are published today; "unpublished" was never documented, and live clients call it. Paths are below
\`/api/v2/admin\` unless they begin with \`/api\`. A collection whose reading is all there is to it is served by its
declaration in \`src/resources/\`.

Bodies are JSON or forms. In a form, as in a query, a blank value says nothing of its member, or is refused as \`blank\`
where the member is required. So a form cannot clear anything: to clear a member send JSON null.

| | Served |
| --- | --- |
| Published today (G3) | ${counted(published)} operations |
| All generations | ${counted(all)} operations |
| Beyond the wire format | ${extensions.length} operations |

${sections.join('\n\n')}

## Beyond the wire format

What we serve and no generation publishes.

${table(
  ['Operation', 'Served by', 'Why'],
  extensions.map((name) => [`\`${name}\``, `\`${served.get(name)}\``, choice(name)]),
)}`
}

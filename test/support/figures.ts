// The figures that docs/figures.md lists, as `table.column`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const figuresPage = readFileSync(
  join(import.meta.dirname, '../..', 'docs', 'figures.md'),
  'utf8',
)

const [listed = '', unkept = ''] = figuresPage.split(/^## Columns that look like figures$/m)
const columnsIn = (text: string) =>
  [...text.matchAll(/^\| `(\w+\.\w+)` *\|/gm)].map(([, column]) => column as string)

/** Columns that triggers, background jobs or writes keep. */
export const figures = columnsIn(listed)
export const documentedColumns = [...figures, ...columnsIn(unkept)]

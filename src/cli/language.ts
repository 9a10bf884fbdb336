// `earshot language`: the language whose stems and stop words a search knows.
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { findSearchLanguage, listSearchLanguages } from '../read/search-language.ts'
import { reindexSearch, setSearchLanguage } from '../write/service/search-language.ts'
import { type Command, jsonOption, type Values } from './command.ts'
import { withDatabase } from './database.ts'
import { showProgress } from './progress.ts'
import { renderTable } from './table.ts'

const json = jsonOption('a list of {"name", "is_current"}')

export const language: Command = {
  summary: 'show or set the language of the search',
  description: `Lists the languages that the database server knows. A search for suggestions finds other forms of a word in the current
language ("exported" finds "exporting"), and ignores its stop words ("the"). The language "simple" has neither.`,
  options: json,
  examples: [['earshot language', 'List the languages.']],
  run: (values) => withDatabase(readConfig(), (database) => show(database, values)),
  subcommands: {
    set: {
      summary: 'set the current language',
      description: `Indexes all suggestions again, which takes a few minutes per million. The service can keep running: until the command
ends, a search finds other forms of a word only in suggestions that are indexed. An interrupted command continues when
it is run again.`,
      arguments: [{ name: 'NAME', description: 'A language that `earshot language` lists.' }],
      options: json,
      examples: [['earshot language set german', 'Search in German.']],
      run: (values, [name = '']) =>
        withDatabase(readConfig(), async (database) => {
          await database.db.transaction().execute((tx) => setSearchLanguage(tx, name))
          await indexAll(database)
          await show(database, values)
        }),
    },
  },
}

async function indexAll({ db }: Database): Promise<void> {
  const progress = showProgress()
  let first: number | undefined
  for (;;) {
    const left = await db.transaction().execute(reindexSearch)
    first ??= left
    progress('Indexing', first - left, first)
    if (left === 0) return
  }
}

async function show({ db }: Database, { json }: Values): Promise<void> {
  const current = await findSearchLanguage(db)
  const names = await listSearchLanguages(db)
  const languages = names.map((name) => ({ name, is_current: name === current?.language }))
  if (json) return console.log(JSON.stringify(languages))
  console.log(
    renderTable(
      ['LANGUAGE', 'CURRENT'],
      languages.map(({ name, is_current }) => [name, is_current ? 'yes' : '']),
    ),
  )
  if (current?.isIndexed === false)
    console.log(
      `\nNot all suggestions are indexed. Run \`earshot language set ${current.language}\` to finish.`,
    )
}

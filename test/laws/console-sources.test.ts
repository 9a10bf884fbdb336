import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const CONSOLE = resolve(import.meta.dirname, '../../console/src')
const sources = globSync('**/*.{ts,tsx}', { cwd: CONSOLE }).map((file) => ({
  file,
  text: readFileSync(join(CONSOLE, file), 'utf8'),
}))

const matchesOutside = (home: RegExp, pattern: RegExp): string[] =>
  sources
    .filter(({ file }) => !home.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`))

test('the sources of the console are found', () => {
  expect(sources.length).toBeGreaterThan(200)
})

test('only api/ calls the service', () => {
  const calls = /api\/client\.ts'|\bcreateClient\(|\bfetch\(|new EventSource|XMLHttpRequest/g
  expect(matchesOutside(/^api\//, calls)).toEqual([])
})

test('query keys are written in query-keys.ts only', () => {
  const inline = /\b(query|total)?[kK]ey(:|=| =)\s*\{?\s*\[|Quer(y|ies)(Data)?(<[^>]*>)?\(\s*\[/g
  expect(matchesOutside(/\/query-keys(\.test)?\.ts$/, inline)).toEqual([])
})

test('ids of texts are never cast', () => {
  const casts = /\bas (unknown as )?(MessageId|LaterMessageId|Parameters<typeof t>)/g
  expect(matchesOutside(/^$/, casts)).toEqual([])
})

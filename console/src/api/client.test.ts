import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('only api/ calls the service', () => {
  const calls = /api\/client\.ts'|\bcreateClient\(|\bfetch\(|new EventSource|XMLHttpRequest/
  const found = Object.keys(sources).filter(
    (file) => file.startsWith('../') && calls.test(sources[file] ?? ''),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(200)
  expect(found).toEqual([])
})

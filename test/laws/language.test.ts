// Refuses words that slow readers down, in everything that people read: documents, messages, comments and the OpenAPI
// document.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allOperations } from '../../src/http/app.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Each with the standard wording. */
const BANNED: [RegExp, string][] = [
  [/\bwhoever\b/i, 'name the person: "the client", "anyone who", "you"'],
  [/\bby and by\b/i, '"in the background", "over time"'],
  [/\b(is|are|was|were|be|been) told\b/i, '"gets", "receives", "is reported"'],
  [/\bif need be\b/i, '"if needed"'],
  [/\bwhat happens later\b/i, '"background jobs"'],
  [/\bby way of\b/i, '"through"'],
  [/\bsomething is wrong with\b/i, 'name the problem'],
  [/\bmends?\b|\bmended\b/i, '"fix", "repair"'],
  [/\bdearer\b|\bdearest\b/i, '"more expensive"'],
  [/\bin vain\b/i, '"without success"'],
  [/\bthereof\b|\btherein\b|\bhitherto\b|\bthither\b/i, 'plain words'],
]

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) =>
    /^(src|docs|bin|migrations|deploy|bench|test|console|client|scripts|lint)\/|^[A-Z][\w.]*\.md$/.test(
      file,
    ),
  )
  .filter((file) => /\.(tsx?|md|sql|html|css|js|yaml|json|service)$|^bin\//.test(file))
  .filter((file) => file !== 'test/laws/language.test.ts')

function findBanned(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, i) =>
      BANNED.filter(([pattern]) => pattern.test(line)).map(
        ([pattern, better]) => `line ${i + 1}: ${pattern.exec(line)?.[0]}; use ${better}`,
      ),
    )
}

describe('plain language', () => {
  test('there are files to check', () => {
    expect(files.length).toBeGreaterThan(300)
  })

  test.each(files)('%s', (file) => {
    expect(findBanned(readFileSync(join(ROOT, file), 'utf8'))).toEqual([])
  })

  test('every operation has a summary that begins with a verb and has no final period', () => {
    const summaries = allOperations().map(({ summary }) => summary)
    expect(summaries.filter((summary) => !/^[A-Z][a-z]+(-[a-z]+)? .*[^.]$/.test(summary))).toEqual(
      [],
    )
  })

  test('the OpenAPI document', () => {
    expect(findBanned(JSON.stringify(openApiDocument(allOperations()), null, 1))).toEqual([])
  })
})

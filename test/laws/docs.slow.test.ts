// Executes the examples of README.md and docs/api.md against a running service and compares their output. Checks the
// commands and links of all other pages.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { compareExample, parseBlocks, parseExample } from '../support/markdown.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
].sort()
const EXECUTED = ['README.md', 'docs/api.md']
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8080'

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')

describe('code blocks', () => {
  test.each(PAGES)('%s names the language of every code block', (page) => {
    const unnamed = parseBlocks(read(page)).filter(({ language }) => language === '')
    expect(unnamed.map(({ line }) => line)).toEqual([])
  })

  test.each(PAGES)('%s has shell examples that bash can parse', async (page) => {
    for (const { language, text, line } of parseBlocks(read(page))) {
      if (language !== 'sh') continue
      const { stderr } = await promisify(execFile)('bash', ['-nc', text])
      expect(stderr, `line ${line}`).toBe('')
    }
  })
})

describe('links', () => {
  test.each(PAGES)('%s links to files and headings that exist', (page) => {
    // A link in code is an example.
    const text = read(page).replace(/`[^`\n]*`/g, '``')
    const broken = [...text.matchAll(/\]\((?!https?:)([^)\s#]*)(#[^)\s]*)?\)/g)].filter(
      ([, path = '', anchor = '']) => {
        const target = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(ROOT, target))) return true
        return anchor !== '' && !headings(read(target)).includes(anchor)
      },
    )
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

const headings = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')}`,
  )

describe('examples', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-docs-'))
  const env = { ...process.env, EARSHOT_DATA: join(directory, 'data'), LOG_LEVEL: 'warn' }
  await symlink(join(ROOT, 'bin'), join(directory, 'bin'))

  test('every page prints what it says', async () => {
    const service = spawn(join(ROOT, 'bin', 'serve'), { env: { ...env, PORT: '0' }, stdio: 'pipe' })
    try {
      const address = await waitForAddress(service)
      const runEnv = { ...env, PORT: new URL(address).port }
      for (const page of EXECUTED) await runPage(page, address, directory, runEnv)
    } finally {
      service.kill('SIGINT')
      await once(service, 'exit')
      await rm(directory, { recursive: true, force: true })
    }
  })
})

async function waitForAddress(service: ReturnType<typeof spawn>): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const collect = (data: Buffer) => {
      output += data
      const [address] = /http:\/\/127\.0\.0\.1:\d+(?=\/admin\s)/.exec(output) ?? []
      if (address && output.includes('Ctrl-C')) resolve(address)
    }
    service.stdout?.on('data', collect)
    service.stderr?.on('data', collect)
    service.once('exit', (code) => reject(new Error(`serve ended with ${code}:\n${output}`)))
  })
}

// Each response of curl ends with a line break, and its status goes to standard error.
const PRELUDE = `set -euo pipefail
curl() { command curl -w '\\n%{stderr}%{http_code}\\n' "$@"; }
`
const MARK = '=====block '

async function runPage(page: string, address: string, cwd: string, env: NodeJS.ProcessEnv) {
  const blocks = parseBlocks(read(page))
  const script = blocks
    .map(({ language, text }, i) =>
      language === 'sh' ? `echo '${MARK}${i}'; echo '${MARK}${i}' >&2\n${text}` : '',
    )
    .join('\n')
    .replaceAll(DOCUMENTED_ADDRESS, address)
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', PRELUDE + script], {
    cwd,
    env,
    maxBuffer: 50 * 1024 ** 2,
  })
  const outputs = splitByBlock(stdout)
  const statuses = splitByBlock(stderr)
  for (const [i, { language, line }] of blocks.entries()) {
    if (language !== 'sh') continue
    const next = blocks[i + 1]
    const where = `${page}, line ${line}`
    const output = outputs.get(i)?.trim() ?? ''
    const last = output.split('\n').at(-1) ?? ''
    const isError = next?.language === 'json' && next.text.includes('"error"')
    const codes = (statuses.get(i) ?? '').split('\n').filter((code) => /^\d{3}$/.test(code))
    const expected = codes.map((_, j) => (isError && j === codes.length - 1 ? '4' : '2'))
    expect(
      codes.map((code) => code[0]),
      where,
    ).toEqual(expected)
    if (next?.language === 'json')
      expect(compareExample(parseExample(next.text), JSON.parse(last)), where).toEqual([])
    if (next?.language === 'text') expect(output, where).toContain(next.text.trim())
  }
}

function splitByBlock(output: string): Map<number, string> {
  const parts = output.split(MARK).slice(1)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [Number(part.slice(0, end)), part.slice(end + 1)]
    }),
  )
}

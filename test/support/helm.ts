// Renders a Helm chart without Helm: our own reading of the few parts of Go templates that the chart uses. A construct that it does not
// know is an error, so the chart stays within it.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseYaml, stringify } from 'yaml'

// biome-ignore lint/suspicious/noExplicitAny: values of a chart have any shape
type Value = any
type Scope = { dot: Value; root: Value }

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; pipeline: string[] }
  | { kind: 'if' | 'with'; pipeline: string[]; then: Node[]; otherwise: Node[] }

type Templates = Map<string, Node[]>

const ACTION = /\{\{(-?)\s*(.*?)\s*(-?)\}\}/gs
const WORD = /"(?:[^"\\]|\\.)*"|\(|\)|\||[^\s()|]+/g

type Piece = { text: string } | { action: string }

function split(source: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  let isTrimmed = false
  const addText = (text: string, isCut: boolean) => {
    const start = isTrimmed ? text.trimStart() : text
    pieces.push({ text: isCut ? start.trimEnd() : start })
  }
  for (const match of source.matchAll(ACTION)) {
    const [all, before, action = '', after] = match
    addText(source.slice(end, match.index), before === '-')
    pieces.push({ action })
    isTrimmed = after === '-'
    end = match.index + all.length
  }
  addText(source.slice(end), false)
  return pieces
}

/** Reads until `end` or `else`, which it returns. */
function parse(pieces: Piece[], templates: Templates): { nodes: Node[]; last: string } {
  const nodes: Node[] = []
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    if ('text' in piece) {
      nodes.push({ kind: 'text', text: piece.text })
      continue
    }
    const [word = '', ...rest] = piece.action.match(WORD) ?? []
    if (word === 'end' || word === 'else') return { nodes, last: word }
    if (word === 'define') {
      templates.set(JSON.parse(rest[0] as string), parse(pieces, templates).nodes)
    } else if (word === 'if' || word === 'with') {
      const { nodes: then, last } = parse(pieces, templates)
      const otherwise = last === 'else' ? parse(pieces, templates).nodes : []
      nodes.push({ kind: word, pipeline: rest, then, otherwise })
    } else nodes.push({ kind: 'print', pipeline: [word, ...rest] })
  }
  return { nodes, last: '' }
}

const isTrue = (value: Value) =>
  Boolean(value) && (typeof value !== 'object' || Object.keys(value).length > 0)

export function renderChart(
  directory: string,
  values: object,
  release: { Name: string; Namespace: string },
): Record<string, string> {
  const read = (path: string) => readFileSync(join(directory, path), 'utf8')
  const chart = parseYaml(read('Chart.yaml'))
  const defaults = parseYaml(read('values.yaml'))
  const root = {
    Values: merge(defaults, values),
    Release: release,
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
  }
  const templates: Templates = new Map()
  const files = globSync('templates/*', { cwd: directory }).sort()
  const parsed = files.map((file): [string, Node[]] => [
    file,
    parse(split(read(file)), templates).nodes,
  ])
  const functions: Record<string, (...args: Value[]) => Value> = {
    include: (name, dot) => {
      const nodes = templates.get(name)
      if (nodes === undefined) throw new Error(`no template ${name}`)
      return render(nodes, { dot, root })
    },
    toYaml: (value) => stringify(value, { lineWidth: 0 }).trimEnd(),
    nindent: (spaces, text) => `\n${text}`.replaceAll('\n', `\n${' '.repeat(spaces)}`),
    default: (fallback, value) => (isTrue(value) ? value : fallback),
    quote: (value) => JSON.stringify(String(value)),
    not: (value) => !isTrue(value),
    add: (a, b) => a + b,
    int: Number,
    sha256sum: (text) => createHash('sha256').update(text).digest('hex'),
  }
  const operand = (words: string[], scope: Scope): Value => {
    const word = words.shift() as string
    if (word === '(') {
      const inner: string[] = []
      for (let depth = 1; depth > 0; ) {
        const next = words.shift() as string
        depth += next === '(' ? 1 : next === ')' ? -1 : 0
        if (depth > 0) inner.push(next)
      }
      return evaluate(inner, scope)
    }
    if (word.startsWith('"')) return JSON.parse(word)
    if (/^\d+$/.test(word)) return Number(word)
    if (!/^\$?(\.\w+)+$|^\.$|^\$$/.test(word)) throw new Error(`unknown operand ${word}`)
    const from = word.startsWith('$') ? scope.root : scope.dot
    return word
      .replace(/^\$?\.?/, '')
      .split('.')
      .filter((name) => name !== '')
      .reduce((value, name) => {
        // Helm prints nothing for a name that is misspelt.
        if (value === undefined || !(name in value)) throw new Error(`no value ${word}`)
        return value[name]
      }, from)
  }
  const evaluate = (words: string[], scope: Scope): Value => {
    const commands: string[][] = [[]]
    let depth = 0
    for (const word of words) {
      depth += word === '(' ? 1 : word === ')' ? -1 : 0
      if (word === '|' && depth === 0) commands.push([])
      else commands.at(-1)?.push(word)
    }
    return commands.reduce((piped: Value, command, i) => {
      const [name = ''] = command
      const run = functions[name]
      if (run === undefined && (i > 0 || /^\w/.test(name)))
        throw new Error(`unknown function ${name}`)
      if (run) command.shift()
      const args: Value[] = []
      while (command.length > 0) args.push(operand(command, scope))
      return run ? run(...args, ...(i > 0 ? [piped] : [])) : args[0]
    }, undefined)
  }
  const render = (nodes: Node[], scope: Scope): string =>
    nodes
      .map((node) => {
        if (node.kind === 'text') return node.text
        const value = evaluate(node.pipeline, scope)
        if (node.kind === 'print') return String(value)
        const inner = node.kind === 'with' ? { ...scope, dot: value } : scope
        return isTrue(value) ? render(node.then, inner) : render(node.otherwise, scope)
      })
      .join('')
  return Object.fromEntries(
    parsed
      .filter(([file]) => !file.endsWith('.tpl'))
      .map(([file, nodes]) => [file, render(nodes, { dot: root, root })]),
  )
}

function merge(defaults: Value, values: Value): Value {
  const isMap = (value: Value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isMap(defaults) || !isMap(values)) return values
  const names = new Set([...Object.keys(defaults), ...Object.keys(values)])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      name in values ? merge(defaults[name], values[name]) : defaults[name],
    ]),
  )
}

// Single small mistakes in a source file, as replacements of parts of its text.
// TypeScript 7 has no compiler API, so TypeScript is parsed by the parser of Vite, which Vitest brings along.
import { parseAst } from 'rolldown/parseAst'

export type Mutant = { start: number; end: number; replacement: string; description: string }

type Node = { type: string; start: number; end: number; [member: string]: unknown }

export const mutantsOf = (path: string, text: string): Mutant[] =>
  path.endsWith('.sql') ? sqlMutants(text, 0, withoutComments(text)) : typeScriptMutants(text)

const OPERATORS: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

function typeScriptMutants(text: string): Mutant[] {
  const mutants: Mutant[] = []
  const replace = (node: Pick<Node, 'start' | 'end'>, replacement: string) => {
    const before = text.slice(node.start, node.end)
    const description = `${shorten(before)} → ${shorten(replacement) || 'nothing'}`
    mutants.push({ start: node.start, end: node.end, replacement, description })
  }
  const visit = (node: Node, parents: Node[]): void => {
    mutate(node, parents, text, replace)
    if (node.type === 'TemplateElement') mutants.push(...templateMutants(node, parents, text))
    for (const child of childrenOf(node)) visit(child, [...parents, node])
  }
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node, [])
  return mutants
}

function mutate(
  node: Node,
  parents: Node[],
  text: string,
  replace: (node: Pick<Node, 'start' | 'end'>, replacement: string) => void,
): void {
  const source = ({ start, end }: Node) => text.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [node.left as Node, node.right as Node]
      const operator = String(node.operator)
      const isNumeric = [left, right].some((side) => typeof side.value === 'number')
      const other =
        OPERATORS[operator] ?? (isNumeric ? { '+': '-', '-': '+' }[operator] : undefined)
      if (other === undefined) return
      // In parentheses, because the other operator can bind differently or not mix with its neighbours.
      replace(node, `((${source(left)}) ${other} (${source(right)}))`)
      return
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node
      replace(test, `!(${source(test)})`)
      return
    }
    case 'ExpressionStatement': {
      const { type } = node.expression as Node
      if (type === 'CallExpression' || type === 'AwaitExpression') replace(node, ';')
      return
    }
    case 'ArrayExpression':
      if ((node.elements as unknown[]).length > 0) replace(node, '[]')
      return
    case 'Literal': {
      const parent = parents.at(-1) as Node
      if (/^(Import|Export|TS|Property)/.test(parent.type) && parent.value !== node) return
      if (typeof node.value === 'boolean') replace(node, String(!node.value))
      if (typeof node.value === 'number') replace(node, String(node.value + 1))
      // The text of a message is not behaviour.
      const isMessage = parents.some(({ type }) => /^(Throw|New)/.test(type))
      if (typeof node.value === 'string' && node.value !== '' && !isMessage) replace(node, `''`)
    }
  }
}

/** Only templates that contain SQL. */
function templateMutants(node: Node, parents: Node[], text: string): Mutant[] {
  const template = parents.at(-1) as Node
  const whole = text.slice(template.start, template.end)
  const tag = parents.at(-2)
  const isTagged = tag?.type === 'TaggedTemplateExpression'
  const isSql = isTagged || /\b(select|where|order by|join|exists|case when)\b/.test(whole)
  return isSql ? sqlMutants(text, node.start, text.slice(node.start, node.end)) : []
}

const SQL_RULES: [RegExp, string][] = [
  [/ asc\b/g, ' desc'],
  [/ desc\b/g, ' asc'],
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
  [/ is null/g, ' is not null'],
  [/ is not null/g, ' is null'],
  [/not exists/g, 'exists'],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/\bdistinct /g, ''],
  [/ left join /g, ' join '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bgreatest\(/g, 'least('],
  [/\bcoalesce\(sum/g, 'nullif(sum'],
]

function sqlMutants(text: string, offset: number, sql: string): Mutant[] {
  return SQL_RULES.flatMap(([pattern, replacement]) =>
    [...sql.matchAll(pattern)].filter(isMeaningful(sql)).map(({ index, 0: found }) => {
      const start = offset + index
      const line = text.slice(
        text.lastIndexOf('\n', start) + 1,
        (text.indexOf('\n', start) + 1 || text.length + 1) - 1,
      )
      return {
        start,
        end: start + found.length,
        replacement,
        description: `${found.trim()} → ${replacement.trim() || 'nothing'} in ${shorten(line.trim())}`,
      }
    }),
  )
}

/** Not the `=` of an assignment: the other operator would be a syntax error, which every test notices. */
const isMeaningful =
  (sql: string) =>
  ({ index, 0: found }: RegExpExecArray): boolean => {
    if (found !== ' = ') return true
    const keywords = sql.slice(0, index).match(/\b(where|and|or|on|when|having|set)\b/g)
    return keywords !== null && keywords.at(-1) !== 'set'
  }

/** Comments become spaces, so that positions stay. */
const withoutComments = (sql: string) =>
  sql.replaceAll(/--.*$/gm, (comment) => ' '.repeat(comment.length))

const shorten = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 90)}…` : line
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(
      (child): child is Node =>
        typeof child === 'object' && child !== null && typeof (child as Node).type === 'string',
    )

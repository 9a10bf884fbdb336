// The rules of a segment while they are edited: a tree like the expression of the API, in which rules can be incomplete.
import type { Conditions, Expression } from '../../api/segments.ts'

/** `key` tells siblings apart while they are edited. Values of a list are lines. */
export type Rule = { key: number; column: string; operator: string; val: string; unit: string }
export type Group = { key: number; operator: 'and' | 'or'; nodes: Node[] }
export type Node = Rule | Group

export const isGroup = (node: Node): node is Group => 'nodes' in node

let lastKey = 0
const newKey = () => {
  lastKey += 1
  return lastKey
}

export const newRule = (): Rule => ({
  key: newKey(),
  column: '',
  operator: '',
  val: '',
  unit: '',
})
export const newGroup = (operator: Group['operator'] = 'and', nodes: Node[] = []): Group => ({
  key: newKey(),
  operator,
  nodes,
})

/** The outermost is always a group. */
export function toGroup(expression: Expression): Group {
  const node = toNode(expression)
  return isGroup(node) ? node : newGroup('and', [node])
}

function toNode({ column, operator = '', operand, unit, expressions }: Expression): Node {
  if (column === undefined)
    return newGroup(operator === 'or' ? 'or' : 'and', (expressions ?? []).map(toNode))
  const val = [operand?.val ?? ''].flat().join('\n')
  return { ...newRule(), column, operator, val, unit: unit ?? '' }
}

export function toExpression(node: Node): Expression {
  if (isGroup(node))
    return { operator: node.operator, expressions: node.nodes.map((one) => toExpression(one)) }
  const { column, operator, val, unit } = node
  return {
    column,
    operator,
    ...(!isWithoutOperand(operator) && { operand: { val: operandOf(operator, val) } }),
    ...(unit !== '' && !isWithoutOperand(operator) && { unit }),
  }
}

const isWithoutOperand = (operator: string) => operator === 'is_set' || operator === 'is_not_set'

const operandOf = (operator: string, val: string) => (operator === 'in' ? linesOf(val) : val.trim())

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const MAX_NODES = 100
const MAX_DEPTH = 10

/** Reads what an address holds; undefined when it is not an expression. */
export function parseRules(text: string): Group | undefined {
  let nodes = 0
  const isExpression = (value: unknown, depth: number): value is Expression => {
    nodes += 1
    if (typeof value !== 'object' || value === null || nodes > MAX_NODES || depth > MAX_DEPTH)
      return false
    const { operator, expressions, column, operand, unit } = value as Record<string, unknown>
    const isText = (one: unknown) => one === undefined || typeof one === 'string'
    const val = (operand as { val?: unknown } | undefined)?.val
    return (
      [operator, column, unit].every(isText) &&
      [val].flat().every(isText) &&
      (expressions === undefined ||
        (Array.isArray(expressions) && expressions.every((one) => isExpression(one, depth + 1))))
    )
  }
  try {
    const value: unknown = JSON.parse(text)
    return isExpression(value, 1) ? toGroup(value) : undefined
  } catch {
    return undefined
  }
}

export const rulesOf = (node: Node): Rule[] =>
  isGroup(node) ? node.nodes.flatMap(rulesOf) : [node]
export const groupsOf = (node: Node): number =>
  isGroup(node) ? node.nodes.reduce((sum, one) => sum + groupsOf(one), 1) : 0

export type Kind = Conditions['columns'][number]['kind']

/** What the API knows about the column of a rule. */
export const columnOf = ({ columns }: Conditions, { column }: Rule) =>
  columns.find((one) => one.column === column)

// For times they are other names of `after` and `before`.
const SYNONYMS: readonly string[] = ['greater_than', 'less_than']

/** The operators for columns of this kind, each meaning once. */
export const operatorsOf = ({ operators }: Conditions, kind: Kind, chosen: string) =>
  operators.filter(
    ({ operator, kinds }) =>
      kinds.includes(kind) &&
      (kind !== 'time' || operator === chosen || !SYNONYMS.includes(operator)),
  )

export const operandKind = ({ operators }: Conditions, operator: string) =>
  operators.find((one) => one.operator === operator)?.operand ?? 'value'

export type Problem =
  | 'no_column'
  | 'unknown_column'
  | 'no_operator'
  | 'no_value'
  | 'no_values'
  | 'many_values'
  | 'number'
  | 'time'
  | 'unit'

/** Rules that somebody still writes, and not mistakes. */
export const INCOMPLETE: readonly Problem[] = ['no_column', 'no_operator', 'no_value', 'no_values']

export function problemOf(conditions: Conditions, rule: Rule): Problem | undefined {
  if (rule.column === '') return 'no_column'
  const column = columnOf(conditions, rule)
  if (!column) return 'unknown_column'
  const known = operatorsOf(conditions, column.kind, rule.operator)
  if (!known.some(({ operator }) => operator === rule.operator)) return 'no_operator'
  const operand = operandKind(conditions, rule.operator)
  if (operand === 'none') return undefined
  const values = operand === 'list' ? linesOf(rule.val) : [rule.val.trim()]
  if (values.length === 0) return 'no_values'
  if (values[0] === '') return 'no_value'
  if (values.length > conditions.limits.values) return 'many_values'
  return values
    .map((value) => problemOfValue(conditions, column.kind, value, rule.unit))
    .find(Boolean)
}

function problemOfValue(
  { operand_patterns, limits }: Conditions,
  kind: Kind,
  value: string,
  unit: string,
): Problem | undefined {
  const isLike = (pattern: string) => new RegExp(pattern).test(value)
  if (unit !== '')
    return isLike(operand_patterns.unit) && Number(value) <= limits.units ? undefined : 'unit'
  if (kind === 'number') return isLike(operand_patterns.number) ? undefined : 'number'
  if (kind === 'time') return Number.isNaN(Date.parse(value)) ? 'time' : undefined
  return undefined
}

/** A group without rules would match everybody, which is right only for the whole. */
export const emptyGroupsOf = (group: Group): number =>
  group.nodes
    .filter(isGroup)
    .reduce((sum, one) => sum + (one.nodes.length === 0 ? 1 : 0) + emptyGroupsOf(one), 0)

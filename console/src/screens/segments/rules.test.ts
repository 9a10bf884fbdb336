import { describe, expect, test } from 'vitest'
import type { Conditions, Expression } from '../../api/segments.ts'
import {
  emptyGroupsOf,
  groupsOf,
  newGroup,
  newRule,
  operatorsOf,
  parseRules,
  problemOf,
  type Rule,
  rulesOf,
  toExpression,
  toGroup,
} from './rules.ts'

const TREE: Expression = {
  operator: 'or',
  expressions: [
    { column: 'user.country', operator: 'is', operand: { val: 'Sweden' } },
    {
      operator: 'and',
      expressions: [
        { column: 'account.plan', operator: 'in', operand: { val: ['gold', 'silver'] } },
        { column: 'user.created_at', operator: 'after', operand: { val: '3' }, unit: 'months' },
        { column: 'user.name', operator: 'is_set' },
      ],
    },
  ],
}

describe('rules', () => {
  test('survive being edited and written', () => {
    expect(toExpression(toGroup(TREE))).toEqual(TREE)
  })

  test('are in a group, also a single one', () => {
    const single = { column: 'user.name', operator: 'is_set' }
    expect(toExpression(toGroup(single))).toEqual({ operator: 'and', expressions: [single] })
  })

  test('of a list are lines, without empty ones and spaces around them', () => {
    const rule: Rule = { ...newRule(), column: 'a', operator: 'in', val: ' x \n\n y\n' }
    expect(toExpression(rule)).toEqual({
      column: 'a',
      operator: 'in',
      operand: { val: ['x', 'y'] },
    })
  })

  test('without an operand send none, nor its unit', () => {
    const rule: Rule = { ...newRule(), column: 'a', operator: 'is_set', val: '3', unit: 'days' }
    expect(toExpression(rule)).toEqual({ column: 'a', operator: 'is_set' })
  })

  test('are counted, with their groups', () => {
    const group = toGroup(TREE)
    expect(rulesOf(group).map(({ column }) => column)).toEqual([
      'user.country',
      'account.plan',
      'user.created_at',
      'user.name',
    ])
    expect(groupsOf(group)).toBe(2)
  })

  test('have keys of their own', () => {
    const keys = rulesOf(toGroup(TREE)).map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
  })
})

test('a group without rules is counted, but not the whole', () => {
  expect(emptyGroupsOf(newGroup())).toBe(0)
  expect(
    emptyGroupsOf(newGroup('and', [newRule(), newGroup('or', [newGroup()]), newGroup()])),
  ).toBe(2)
})

describe('an address', () => {
  test('holds the rules as JSON', () => {
    const group = parseRules(JSON.stringify(TREE))
    expect(group && toExpression(group)).toEqual(TREE)
  })

  const nested = (depth: number): Expression =>
    depth === 0 ? { column: 'a' } : { operator: 'and', expressions: [nested(depth - 1)] }

  test.each([
    ['text that is not JSON', '{'],
    ['a text', '"and"'],
    ['null', 'null'],
    ['a column that is a number', '{"column":3}'],
    ['a value that is an object', '{"column":"a","operand":{"val":{"x":1}}}'],
    ['rules that are no list', '{"operator":"and","expressions":{}}'],
    ['a rule that is null', '{"operator":"and","expressions":[null]}'],
    ['rules that are nested too deep', JSON.stringify(nested(10))],
    ['too many rules', JSON.stringify({ expressions: Array(100).fill({ column: 'a' }) })],
  ])('with %s is ignored', (_, text) => {
    expect(parseRules(text)).toBeUndefined()
  })

  test('with as many rules and levels as are allowed is read', () => {
    expect(parseRules(JSON.stringify(nested(9)))).toBeDefined()
    expect(
      parseRules(JSON.stringify({ expressions: Array(99).fill({ column: 'a' }) })),
    ).toBeDefined()
  })
})

const CONDITIONS = {
  columns: [
    { column: 'user.name', kind: 'text', name: null, values: null },
    { column: 'account.mrr', kind: 'number', name: null, values: null },
    { column: 'user.created_at', kind: 'time', name: null, values: null },
  ],
  operators: [
    { operator: 'is', kinds: ['text', 'number'], operand: 'value' },
    { operator: 'in', kinds: ['text', 'number'], operand: 'list' },
    { operator: 'is_set', kinds: ['text', 'number', 'time'], operand: 'none' },
    { operator: 'greater_than', kinds: ['number', 'time'], operand: 'value' },
    { operator: 'after', kinds: ['time'], operand: 'value' },
  ],
  units: ['days', 'months'],
  operand_patterns: { number: '^-?\\d+(\\.\\d+)?$', unit: '^\\d+$' },
  limits: { values: 3, units: 1000 },
} as unknown as Conditions

const problemIn = (rule: Partial<Rule>) => problemOf(CONDITIONS, { ...newRule(), ...rule })

describe('a rule', () => {
  test.each<[Partial<Rule>, ReturnType<typeof problemIn>]>([
    [{}, 'no_column'],
    [{ column: 'gone' }, 'unknown_column'],
    [{ column: 'user.name' }, 'no_operator'],
    [{ column: 'user.name', operator: 'after', val: 'x' }, 'no_operator'],
    [{ column: 'user.name', operator: 'is', val: ' ' }, 'no_value'],
    [{ column: 'user.name', operator: 'in', val: ' \n' }, 'no_values'],
    [{ column: 'user.name', operator: 'in', val: 'a\nb\nc\nd' }, 'many_values'],
    [{ column: 'user.name', operator: 'in', val: 'a\nb\nc' }, undefined],
    [{ column: 'user.name', operator: 'is_set' }, undefined],
    [{ column: 'account.mrr', operator: 'is', val: 'many' }, 'number'],
    [{ column: 'account.mrr', operator: 'in', val: '1\ntwo' }, 'number'],
    [{ column: 'account.mrr', operator: 'is', val: '-1.5' }, undefined],
    [{ column: 'user.created_at', operator: 'after', val: 'soon' }, 'time'],
    [{ column: 'user.created_at', operator: 'after', val: '2026-01-31' }, undefined],
    [{ column: 'user.created_at', operator: 'after', val: '1.5', unit: 'days' }, 'unit'],
    [{ column: 'user.created_at', operator: 'after', val: '1001', unit: 'days' }, 'unit'],
    [{ column: 'user.created_at', operator: 'after', val: '1000', unit: 'days' }, undefined],
  ])('%j has the problem %s', (rule, problem) => {
    expect(problemIn(rule)).toBe(problem)
  })

  test('about a time is offered each operator once, and the one that it has', () => {
    const names = (chosen: string) =>
      operatorsOf(CONDITIONS, 'time', chosen).map(({ operator }) => operator)
    expect(names('after')).toEqual(['is_set', 'after'])
    expect(names('greater_than')).toEqual(['is_set', 'greater_than', 'after'])
  })
})

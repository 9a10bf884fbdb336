import { expect, test } from 'vitest'
import { type ChangedRecord, isConcerned, isOfRecord, queryKeys } from './query-keys.ts'

const { record, belonging, options } = queryKeys

/** What can be open at once, by a name. */
const QUERIES = {
  'suggestion 7': record('suggestions', 7),
  'suggestion 8': record('suggestions', 8),
  'user 7': record('users', 7),
  'feature 7': record('features', 7),
  'account 7': record('external_accounts', 7),
  'segment 7': record('segments', 7),
  'import 7': record('imports', 7),
  'comments of suggestion 7': belonging('comments', 'suggestions', 7),
  'comments of suggestion 8': belonging('comments', 'suggestions', 8),
  'oldest supporters of suggestion 7': belonging('supporters', 'suggestions', 7, 'created_at'),
  'activity of suggestion 7': belonging('suggestion_activity_entries', 'suggestions', 7),
  'triage of suggestion 7': belonging('suggestions', 'suggestions', 7, 'triage'),
  'comments of user 7': belonging('comments', 'users', 7),
  'suggestions of account 7': belonging('suggestions', 'external_accounts', 7),
  'suggestions of feature 7': belonging('suggestions', 'features', 7),
  labels: options('labels'),
  'custom fields of features': options('custom_fields', 'features'),
  'rows of suggestions': queryKeys.list('suggestions', { state: 'open' }),
  'total of suggestions': queryKeys.total('suggestions', { state: 'open' }),
  'rows of users': queryKeys.list('users', {}),
  'new suggestions': queryKeys.count('suggestions', 'new', null),
  'belongings of user 7': queryKeys.count('users', 'belongings', 7),
  'suggestions of the start page': queryKeys.start('suggestions', 'owner', 7),
  'board of features': queryKeys.board(7, ''),
  'report of labels': queryKeys.report('labels', { from: '2026-01-01' }),
  'merge of suggestion 7': queryKeys.mergePreview(7, [8]),
  session: queryKeys.single('sessions'),
} as const

type Name = keyof typeof QUERIES

const refetchedBy = (change: ChangedRecord): string[] =>
  Object.keys(QUERIES).filter((name) => isConcerned(QUERIES[name as Name], change))

const OF_SUGGESTION_7: Name[] = [
  'suggestion 7',
  'comments of suggestion 7',
  'oldest supporters of suggestion 7',
  'activity of suggestion 7',
  'triage of suggestion 7',
]

test('a change of suggestion 7 refetches it and what belongs to it, and no other record 7', () => {
  expect(refetchedBy({ collection: 'suggestions', id: 7, suggestion: 7 })).toEqual(OF_SUGGESTION_7)
})

test('a change of a comment refetches its suggestion, whose figures it changes', () => {
  expect(refetchedBy({ collection: 'comments', id: 8, suggestion: 7 })).toEqual(OF_SUGGESTION_7)
})

test('comment 7 is not suggestion 7', () => {
  expect(refetchedBy({ collection: 'comments', id: 7, suggestion: 8 })).toEqual([
    'suggestion 8',
    'comments of suggestion 8',
  ])
})

test.each([
  ['users', ['user 7', 'comments of user 7']],
  ['external_accounts', ['account 7', 'suggestions of account 7']],
  ['segments', ['segment 7']],
  ['imports', ['import 7']],
])('a change in %s refetches record 7 of this collection only', (collection, expected) => {
  expect(refetchedBy({ collection, id: 7, suggestion: null })).toEqual(expected)
})

test('a record is refetched when a label, feature or team that is shown with it changes', () => {
  const suggestions = ['suggestion 7', 'suggestion 8']
  expect(refetchedBy({ collection: 'labels', id: 3, suggestion: null })).toEqual([
    ...suggestions,
    'labels',
  ])
  expect(refetchedBy({ collection: 'features', id: 7, suggestion: null })).toEqual([
    ...suggestions,
    'feature 7',
    'suggestions of feature 7',
  ])
  expect(refetchedBy({ collection: 'teams', id: 3, suggestion: null })).toEqual(['user 7'])
})

test('a person who is shown with a record does not refetch it: people change with every visit', () => {
  expect(refetchedBy({ collection: 'users', id: 9, suggestion: null })).toEqual([])
  expect(refetchedBy({ collection: 'external_users', id: 7, suggestion: null })).toEqual([])
})

test('a short list is refetched by any change in its collection', () => {
  expect(refetchedBy({ collection: 'custom_fields', id: 99, suggestion: null })).toEqual([
    'custom fields of features',
  ])
})

test('many changes at once refetch every record and list that can be among them', () => {
  expect(refetchedBy({ collection: 'comments', id: null, suggestion: null })).toEqual([
    'comments of suggestion 7',
    'comments of suggestion 8',
    'comments of user 7',
  ])
  expect(refetchedBy({ collection: 'users', id: null, suggestion: null })).toEqual([
    'user 7',
    'comments of user 7',
  ])
})

test('no change refetches rows of grids, totals, counts, boards, reports or previews', () => {
  const collections = ['suggestions', 'users', 'features', 'reports', 'sessions', 'labels']
  const refetched = collections.flatMap((collection) =>
    [7, null].flatMap((id) => refetchedBy({ collection, id, suggestion: id })),
  )
  expect(refetched).not.toContain('rows of suggestions')
  expect(refetched).not.toContain('total of suggestions')
  expect(refetched).not.toContain('rows of users')
  expect(refetched).not.toContain('new suggestions')
  expect(refetched).not.toContain('belongings of user 7')
  expect(refetched).not.toContain('suggestions of the start page')
  expect(refetched).not.toContain('board of features')
  expect(refetched).not.toContain('report of labels')
  expect(refetched).not.toContain('merge of suggestion 7')
  expect(refetched).not.toContain('session')
})

test('a write of the person reads the record and what belongs to it', () => {
  expect(isOfRecord(QUERIES['suggestion 7'], 'suggestions', 7)).toBe(true)
  expect(isOfRecord(QUERIES['comments of suggestion 7'], 'suggestions', 7)).toBe(true)
  expect(isOfRecord(QUERIES['suggestions of feature 7'], 'suggestions', 7)).toBe(false)
  expect(isOfRecord(QUERIES['user 7'], 'suggestions', 7)).toBe(false)
  expect(isOfRecord(QUERIES['rows of suggestions'], 'suggestions', 7)).toBe(false)
})

test('the key of a collection, of its lists and of its records begins the keys below it', () => {
  const isBelow = (key: readonly unknown[], prefix: readonly unknown[]) =>
    prefix.every((part, place) => key[place] === part)
  expect(isBelow(QUERIES['user 7'], queryKeys.records('users'))).toBe(true)
  expect(isBelow(QUERIES['suggestion 7'], queryKeys.collection('suggestions'))).toBe(true)
  expect(isBelow(QUERIES['rows of suggestions'], queryKeys.lists('suggestions'))).toBe(true)
  expect(isBelow(QUERIES['total of suggestions'], queryKeys.lists('suggestions'))).toBe(true)
  expect(isBelow(QUERIES['total of suggestions'], queryKeys.list('suggestions'))).toBe(false)
  expect(isBelow(QUERIES['board of features'], queryKeys.board())).toBe(true)
})

import { describe, expect, test } from 'vitest'
import type { SuggestionAction } from '../../api/suggestion-actions.ts'
import type { Item } from '../../api/triage.ts'
import {
  findNext,
  findPrevious,
  findUndoable,
  goneIds,
  isSettled,
  type Session,
  type TriageAction,
  withPending,
} from './session-state.ts'

let lastKey = 0

const actionOn = (
  id: number,
  request: Omit<SuggestionAction, 'ids'>,
  rest: Partial<TriageAction> = {},
): TriageAction => {
  lastKey += 1
  return {
    key: lastKey,
    suggestion: { id, title: `Suggestion ${id}`, forum: 1 },
    request: { ids: [id], ...request },
    before: {},
    after: {},
    state: 'done',
    ...rest,
  }
}

const sessionOf = (session: Partial<Session>): Session => ({
  actions: [],
  visited: [],
  skipped: new Set(),
  ...session,
})

describe('a suggestion leaves the queue', () => {
  test.each(['approve', 'spam', 'delete'] as const)('by %s', (action) => {
    expect(isSettled(sessionOf({ actions: [actionOn(7, { action })] }), 7)).toBe(true)
  })

  test('by a merge into another one, which stays', () => {
    const merged = sessionOf({
      actions: [actionOn(7, { action: 'merge', links: { suggestion: 8 } })],
    })
    expect(isSettled(merged, 7)).toBe(true)
    const target = sessionOf({
      actions: [actionOn(7, { action: 'merge', links: { suggestion: 7 } })],
    })
    expect(isSettled(target, 7)).toBe(false)
  })

  test('not by a label, a category or a status', () => {
    const actions = [actionOn(7, { action: 'label', links: { label: 3 } })]
    expect(isSettled(sessionOf({ actions }), 7)).toBe(false)
  })

  test.each([
    ['sending', true],
    ['done', true],
    ['failed', false],
    ['undoing', false],
    ['undone', false],
  ] as const)('by an action that is %s: %s', (state, isLeaving) => {
    const actions = [actionOn(7, { action: 'spam' }, { state })]
    expect(isSettled(sessionOf({ actions }), 7)).toBe(isLeaving)
    expect(goneIds(sessionOf({ actions }))).toEqual(isLeaving ? [7] : [])
  })

  test('and stays in sight when it was approved', () => {
    expect(goneIds(sessionOf({ actions: [actionOn(7, { action: 'approve' })] }))).toEqual([])
  })
})

describe('what is shown of a suggestion', () => {
  const item = {
    suggestion: { id: 7 },
    values: { state: 'new', labels: [1], category: null, status: null, mergedInto: null },
  } as unknown as Item
  const labelled = (state: TriageAction['state'], id = 7) =>
    withPending(
      item,
      sessionOf({
        actions: [
          actionOn(
            id,
            { action: 'label', links: { label: 2 } },
            { state, before: { labels: [] }, after: { labels: [1, 2] } },
          ),
        ],
      }),
    ).values.labels

  test('is what is being written, or being taken back', () => {
    expect(labelled('sending')).toEqual([1, 2])
    expect(labelled('undoing')).toEqual([])
  })

  test('is what the service says once it has answered', () => {
    expect(labelled('done')).toEqual([1])
    expect(labelled('failed')).toEqual([1])
    expect(labelled('undone')).toEqual([1])
  })

  test('is not changed by actions on other suggestions', () => {
    expect(labelled('sending', 8)).toEqual([1])
  })

  test('is the last of several changes', () => {
    const actions = [['approved'], ['spam']].map(([state = '']) =>
      actionOn(7, { action: 'approve' }, { state: 'sending', after: { state } }),
    )
    expect(withPending(item, sessionOf({ actions })).values.state).toBe('spam')
    expect(item.values.state).toBe('new')
  })
})

test('undo takes the latest action that is in force', () => {
  const [first, second, third] = [
    actionOn(1, { action: 'approve' }),
    actionOn(2, { action: 'spam' }, { state: 'sending' }),
    actionOn(3, { action: 'spam' }, { state: 'failed' }),
  ]
  expect(findUndoable(sessionOf({ actions: [first, second, third] }))).toBe(second)
  expect(findUndoable(sessionOf({ actions: [third] }))).toBeUndefined()
})

describe('the next suggestion', () => {
  test('is one that was shown after this one and left open', () => {
    const session = sessionOf({ visited: [1, 2, 3], actions: [actionOn(2, { action: 'spam' })] })
    expect(findNext(session, [1, 3, 4], 1)).toBe(3)
  })

  test('is the first of the queue after the last that was shown', () => {
    expect(findNext(sessionOf({ visited: [1, 2] }), [2, 4, 5], 2)).toBe(4)
  })

  test('is none that was skipped or settled', () => {
    const session = sessionOf({
      visited: [1],
      skipped: new Set([2]),
      actions: [actionOn(3, { action: 'approve' })],
    })
    expect(findNext(session, [1, 2, 3, 4], 1)).toBe(4)
    expect(findNext(session, [1, 2, 3], 1)).toBeUndefined()
  })
})

test('the previous suggestion is the one that was shown before', () => {
  const session = sessionOf({ visited: [4, 9, 2] })
  expect(findPrevious(session, 2)).toBe(9)
  expect(findPrevious(session, 4)).toBeUndefined()
  expect(findPrevious(session, undefined)).toBe(2)
  expect(findPrevious(session, 77)).toBe(2)
})

import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { around, formatDuration, formatList, t, textOfValue } from './i18n.ts'

beforeAll(() => {
  i18n.loadAndActivate({
    locale: 'en',
    messages: {
      'record.state.new': 'New',
      'record.none': 'None',
      'segments.ago.days': [['count'], ' days ago'],
      'shell.error.request': ['Request ', ['id'], ' failed'],
    },
  })
})

test('a value that the service sends has its text', () => {
  expect(textOfValue('record.state.new', 'new')).toBe('New')
  expect(textOfValue('segments.ago.days', 'days', { count: 3 })).toBe('3 days ago')
})

test('a value that the console does not know is shown as it is', () => {
  expect(textOfValue('record.state.archived', 'archived')).toBe('archived')
})

test('a text is split around the place of an element', () => {
  expect(around('shell.error.request', 'id')).toEqual(['Request ', ' failed'])
  expect(t('record.none')).toBe('None')
})

test('durations and lists are written in words', () => {
  expect(formatDuration(5 * 60)).toBe('5 minutes')
  expect(formatDuration(36 * 3_600)).toBe('1.5 days')
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c')
})

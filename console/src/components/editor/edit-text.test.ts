import { expect, test } from 'vitest'
import {
  bullet,
  continueLine,
  type Edit,
  insertLink,
  numbered,
  type Selected,
  toggleLines,
  toggleMark,
  typedMention,
} from './edit-text.ts'

/** `‹` and `›` are the ends of the selection. */
function read(marked: string): Selected {
  const start = marked.indexOf('‹')
  return { text: marked.replace(/[‹›]/g, ''), start, end: marked.indexOf('›') - 1 }
}
function applied(
  marked: string,
  change: (selected: Selected) => Edit | undefined,
): string | undefined {
  const selected = read(marked)
  const edit = change(selected)
  if (!edit) return undefined
  const text = selected.text.slice(0, edit.from) + edit.insert + selected.text.slice(edit.to)
  return `${text.slice(0, edit.start)}‹${text.slice(edit.start, edit.end)}›${text.slice(edit.end)}`
}

test.each([
  ['a ‹b› c', 'a **‹b›** c'],
  ['a **‹b›** c', 'a ‹b› c'],
  ['a‹ b ›c', 'a **‹b›** c'],
  ['a ‹›', 'a **‹›**'],
])('bold: %s', (before, after) => {
  expect(applied(before, (selected) => toggleMark(selected, '**'))).toBe(after)
})

test.each([
  ['one\n‹two\nthree›', 'one\n‹- two\n- three›', bullet],
  ['‹- two\n- three›', '‹two\nthree›', bullet],
  ['‹- two\n- three›', '‹1. two\n2. three›', numbered],
  ['x‹›', '- x‹›', bullet],
])('lines: %j', (before, after, prefix) => {
  expect(applied(before, (selected) => toggleLines(selected, prefix))).toBe(after)
})

test('link', () => {
  expect(applied('see ‹this› now', insertLink)).toBe('see [this](‹https://›) now')
  expect(applied('see ‹›', insertLink)).toBe('see [‹›](https://)')
  expect(applied('‹this›', (selected) => insertLink(selected, 'https://a.test'))).toBe(
    '[this](https://a.test)‹›',
  )
})

test.each([
  ['- a‹›', '- a\n- ‹›'],
  ['  2. a‹›', '  2. a\n  3. ‹›'],
  ['> a‹›', '> a\n> ‹›'],
  ['- a\n- ‹›', '- a\n\n‹›'],
  ['plain‹›', undefined],
])('Enter: %j', (before, after) => {
  expect(applied(before, continueLine)).toBe(after)
})

test.each([
  ['Hi @Ad‹›', 'Ad'],
  ['@‹›', ''],
  ['@Ada Love‹›', 'Ada Love'],
  ['mail@example‹›', undefined],
  ['no one‹›', undefined],
])('mention: %j', (marked, name) => {
  expect(typedMention(read(marked))?.name).toBe(name)
})

// Names that the team translated, in the language of the visitor: translatable_strings of the Admin API. They are held in memory,
// so that a page needs no statement for them.
import type { Category, Forum, Status, Suggestion } from '../../../portal/records.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { readPageLanguage } from '../pages/reading.ts'

export type Words = ReadonlyMap<string, string>

/** Undefined where nothing is translated. */
export const translationsFor = ({ context, request }: EndUserCall): Words | undefined =>
  context.translations.get(readPageLanguage(request))

export function translateForums(call: EndUserCall, forums: Forum[]): Forum[] {
  const words = translationsFor(call)
  return words ? forums.map((forum) => translateForum(words, forum)) : forums
}

export function translateStatuses(call: EndUserCall, statuses: Status[]): Status[] {
  const words = translationsFor(call)
  return words ? statuses.map((status) => translateStatus(words, status)) : statuses
}

function translateForum(words: Words, forum: Forum): Forum {
  const word = (name: string) => words.get(`forum.${forum.id}.${name}`)
  const [name, welcome, prompt] = [word('name'), word('welcome_message'), word('prompt')]
  return {
    ...forum,
    ...(name !== undefined && { name, untranslated_name: forum.name }),
    ...(welcome !== undefined && {
      welcome_message: welcome,
      welcome_message_type: 'text/html',
    }),
    ...(prompt !== undefined && { prompt }),
    categories: forum.categories.map((category) => translateCategory(words, category)),
    custom_fields: forum.custom_fields.map((field) => translateField(words, field)),
  }
}

export const translateStatus = <S extends { id: number; name: string }>(
  words: Words,
  status: S,
): S => ({
  ...status,
  name: words.get(`status.${status.id}.name`) ?? status.name,
})

const translateCategory = (words: Words, category: Category): Category => ({
  ...category,
  name: words.get(`category.${category.id}.name`) ?? category.name,
})

const translateField = <F extends { id: number; name: string }>(words: Words, field: F): F => ({
  ...field,
  name: words.get(`custom_field.${field.id}.name`) ?? field.name,
})

type Translated = Pick<Suggestion, 'status' | 'category'> &
  Partial<Pick<Suggestion, 'custom_fields'>>

export function translateSuggestions<S extends Translated>(call: EndUserCall, all: S[]): S[] {
  const words = translationsFor(call)
  if (!words) return all
  return all.map((suggestion) => ({
    ...suggestion,
    status: suggestion.status && translateStatus(words, suggestion.status),
    category: suggestion.category && translateCategory(words, suggestion.category),
    ...(suggestion.custom_fields && {
      custom_fields: suggestion.custom_fields.map((answer) => translateField(words, answer)),
    }),
  }))
}

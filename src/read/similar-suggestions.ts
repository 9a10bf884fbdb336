// Suggestions with a similar title, the most similar first.

import { notFound } from '../core/api-error.ts'
import { suggestions } from '../resources/suggestions.ts'
import { answerRecordsOrNone, type Reader } from './answer.ts'
import type { Selections } from './field-selection.ts'

type Asked = { limit: number; includes: string[]; selections: Selections }

export async function similarToTitle(reader: Reader, title: string, asked: Asked): Promise<string> {
  const { rows } = await reader.pool.query<{ id: number }>(
    'select id from similar_suggestions($1, null) limit $2',
    [title, asked.limit],
  )
  return answer(reader, rows, asked)
}

export async function similarToSuggestion(
  reader: Reader,
  id: number,
  asked: Asked,
): Promise<string> {
  const { rows } = await reader.pool.query<{ id: number | null }>(
    `select o.id from suggestions s
     left join lateral (select * from similar_suggestions(s.title, s.id) limit $2) o on true
     where s.id = $1 order by o.similarity desc, o.id desc`,
    [id, asked.limit],
  )
  if (rows.length === 0) throw notFound(suggestions, id)
  return answer(
    reader,
    rows.flatMap(({ id }) => (id === null ? [] : [{ id }])),
    asked,
  )
}

const answer = (reader: Reader, rows: { id: number }[], { includes, selections }: Asked) =>
  answerRecordsOrNone(
    reader,
    suggestions,
    rows.map(({ id }) => id),
    { includes, selections },
  )

// Pages read the API's own answers, so a page never shows a field that the API does not have.
import { answerList, answerRecords, type Reader } from '../../read/answer.ts'
import { parseListRequest, type Query } from '../../read/list-request.ts'
import type { RecordOf, Resource } from '../../resources/resource.ts'

export type PageRecord<R extends Resource = Resource> = RecordOf<R>

/** The record with its side-loaded records; undefined when it does not exist. */
export async function oneRecord<R extends Resource>(
  reader: Reader,
  resource: R,
  id: number,
  includes: string[] = [],
): Promise<{ record: PageRecord<R>; answer: Record<string, PageRecord[]> } | undefined> {
  try {
    const answer = JSON.parse(await answerRecords(reader, resource, [id], { includes }))
    return { record: answer[resource.name][0], answer }
  } catch (error) {
    if ((error as { kind?: string }).kind === 'not_found') return undefined
    throw error
  }
}

export async function someRecords<R extends Resource>(
  reader: Reader,
  resource: R,
  query: Query,
): Promise<{
  records: PageRecord<R>[]
  answer: Record<string, PageRecord[]>
  total: number
  pages: number
}> {
  const { body, pagination } = await answerList(
    reader,
    resource,
    parseListRequest(resource, query, false),
  )
  const answer = JSON.parse(body)
  const { total_records: total = 0, total_pages: pages = 0 } = pagination
  return { records: answer[resource.name], answer, total, pages }
}

export const byId = (
  records: PageRecord[] | undefined,
  id: unknown,
): Record<string, unknown> | undefined =>
  records?.find((record) => (record as { id?: number }).id === id)

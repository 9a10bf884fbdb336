// Merging suggestions, undoing it, and proposals to do so.
import { type Static, Type } from 'typebox'
import { invalidInput } from '../../api-error.ts'
import type { Tx } from '../../db/db.ts'
import { suggested_merges } from '../../resources/suggested_merges.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { mergeSuggestions, rejectSuggestedMerge, unmergeSuggestion } from '../../write/merges.ts'
import { EmptyBody, Flag, Id, type Operation, ShortText } from '../operation.ts'
import { declareWrite, type WriteRequest, writeOperations } from '../writes.ts'

// Nobody has published what merging is sent; these are the names that clients are likely to use.
const Ids = Type.Optional(Type.Array(Id, { maxItems: 1000 }))
const Merge = Type.Object({
  include_ids: Ids,
  suggestion_ids: Ids,
  to_suggestion_id: Type.Optional(Id),
  links: Type.Optional(Type.Object({ from_suggestion: Ids, to_suggestion: Type.Optional(Id) })),
  action: Type.Optional(
    Type.Object({
      notify_supporters: Flag,
      reply_to: Type.Optional(ShortText),
      links: Type.Optional(Type.Object({ to_suggestion: Type.Optional(Id) })),
    }),
  ),
})

/** Where sources and target stand, in each of the ways to say it. */
const LINKS = { sources: ['links', 'from_suggestion'], target: ['links', 'to_suggestion'] }
const ACTION = { sources: ['include_ids'], target: ['action', 'links', 'to_suggestion'] }
const IDS = { sources: ['suggestion_ids'], target: ['to_suggestion_id'] }

/** What is to be merged, and where the client said so: a refusal is told in its own words. */
function mergeIn({ links, action, ...input }: Static<typeof Merge>) {
  const ways = [
    { sources: links?.from_suggestion, target: links?.to_suggestion, at: LINKS },
    { sources: input.include_ids, target: action?.links?.to_suggestion, at: ACTION },
    { sources: input.suggestion_ids, target: input.to_suggestion_id, at: IDS },
  ]
  const from = ways.find(({ sources }) => sources !== undefined)
  const to = ways.find(({ target }) => target !== undefined)
  const unsaid = action ? ACTION : ((from ?? to)?.at ?? LINKS)
  const at = {
    sources: (from?.at ?? unsaid).sources,
    target: (to?.at ?? unsaid).target,
  }
  const { sources = [] } = from ?? {}
  if (sources.length === 0) throw required(at.sources)
  if (to?.target === undefined) throw required(at.target)
  return { sources, target: to.target, paths: at }
}

const required = (path: string[]) =>
  invalidInput([{ path, code: 'required', message: `${path.join('.')} is required.` }])

async function merge(
  tx: Tx,
  { actor, input }: WriteRequest<Static<typeof Merge>>,
): Promise<number[]> {
  const wanted = mergeIn(input)
  await mergeSuggestions(tx, actor, wanted)
  return [wanted.target, ...wanted.sources]
}

export const mergeOperations = (): Operation[] => [
  ...writeOperations(suggestions, [
    declareWrite({
      method: 'POST',
      path: '/merge',
      summary: 'Merge suggestions into another',
      body: Merge,
      answer: 'records',
      run: merge,
    }),
    declareWrite({
      method: 'POST',
      path: '/bulk/merge',
      summary: 'Merge suggestions into another (an older form of merge)',
      body: Merge,
      answer: 'records',
      run: merge,
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/unmerge',
      summary: 'Undo the merge of a suggestion',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => unmergeSuggestion(tx, actor, id),
    }),
  ]),
  ...writeOperations(suggested_merges, [
    declareWrite({
      method: 'PUT',
      path: '/:id/reject',
      summary: 'Say that two suggestions are not the same',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { id }) => rejectSuggestedMerge(tx, id),
    }),
  ]),
]

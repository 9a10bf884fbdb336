// Merges and unmerges suggestions, and rejects suggested merges.
import { type Static, Type } from 'typebox'
import { invalidInput } from '../../core/api-error.ts'
import type { Tx } from '../../db/db.ts'
import { suggested_merges } from '../../resources/suggested_merges.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { mergeSuggestions, rejectSuggestedMerge, unmergeSuggestion } from '../../write/merges.ts'
import { EmptyBody, Flag, Id, ShortText } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, type WriteRequest, writeOperations } from '../writes.ts'

// The wire format does not document the input; these are the names that clients are likely to use.
const Ids = Type.Optional(Type.Array(Id, { maxItems: 1000 }))
const Merge = Type.Object({
  include_ids: Ids,
  suggestion_ids: Ids,
  to_suggestion_id: Type.Optional(Id),
  notify_supporters: Flag,
  links: Type.Optional(Type.Object({ from_suggestion: Ids, to_suggestion: Type.Optional(Id) })),
  action: Type.Optional(
    Type.Object({
      notify_supporters: Flag,
      reply_to: Type.Optional(ShortText),
      links: Type.Optional(Type.Object({ to_suggestion: Type.Optional(Id) })),
    }),
  ),
})

/** The paths of sources and target in each accepted form. */
const LINKS = { sources: ['links', 'from_suggestion'], target: ['links', 'to_suggestion'] }
const ACTION = { sources: ['include_ids'], target: ['action', 'links', 'to_suggestion'] }
const IDS = { sources: ['suggestion_ids'], target: ['to_suggestion_id'] }

/** Sources and target, with the paths that the client used, for error messages. */
function readMerge({ links, action, ...input }: Static<typeof Merge>) {
  const forms = [
    { sources: links?.from_suggestion, target: links?.to_suggestion, at: LINKS },
    { sources: input.include_ids, target: action?.links?.to_suggestion, at: ACTION },
    { sources: input.suggestion_ids, target: input.to_suggestion_id, at: IDS },
  ]
  const from = forms.find(({ sources }) => sources !== undefined)
  const to = forms.find(({ target }) => target !== undefined)
  const defaults = action ? ACTION : ((from ?? to)?.at ?? LINKS)
  const at = {
    sources: (from?.at ?? defaults).sources,
    target: (to?.at ?? defaults).target,
  }
  const { sources = [] } = from ?? {}
  if (sources.length === 0) throw required(at.sources)
  if (to?.target === undefined) throw required(at.target)
  return { sources, target: to.target, paths: at }
}

const required = (path: string[]) =>
  invalidInput([{ path, code: 'required', message: `${path.join('.')}: required.` }])

async function merge(
  tx: Tx,
  { actor, input }: WriteRequest<Static<typeof Merge>>,
): Promise<number[]> {
  const plan = readMerge(input)
  const notifies = input.notify_supporters ?? input.action?.notify_supporters
  await mergeSuggestions(tx, actor, { ...plan, notifies })
  return [plan.target, ...plan.sources]
}

export const mergeOperations = (): Operation[] => [
  ...writeOperations(suggestions, [
    declareWrite({
      method: 'POST',
      path: '/merge',
      summary: 'Merge suggestions into another suggestion',
      description:
        'With `notify_supporters` the supporters and followers of the merged suggestions get a mail.',
      body: Merge,
      answer: 'records',
      run: merge,
    }),
    declareWrite({
      method: 'POST',
      path: '/bulk/merge',
      summary: 'Merge suggestions into another suggestion',
      description: 'Alias of merge.',
      body: Merge,
      answer: 'records',
      run: merge,
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/unmerge',
      summary: 'Unmerge a suggestion',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => unmergeSuggestion(tx, actor, id),
    }),
  ]),
  ...writeOperations(suggested_merges, [
    declareWrite({
      method: 'PUT',
      path: '/:id/reject',
      summary: 'Reject a suggested merge',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { id }) => rejectSuggestedMerge(tx, id),
    }),
  ]),
]

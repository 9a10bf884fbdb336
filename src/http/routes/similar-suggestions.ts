import { ApiError } from '../../core/api-error.ts'
import { parsePositiveInteger, type Query, singleValue } from '../../read/list-request.ts'
import { similarToSuggestion, similarToTitle } from '../../read/similar-suggestions.ts'
import { suggestions } from '../../resources/suggestions.ts'
import type { Operation } from '../operation-declaration.ts'
import { type Call, parsePathId, readFields } from '../stages/call.ts'

const MAX_TITLE_CHARACTERS = 140
const DEFAULT_PER_PAGE = 10
const MAX_PER_PAGE = 20

const description =
  'Compares titles by their letters, in all forums. Deleted suggestions, spam, merged suggestions and rejected pairs are ' +
  'left out.'

const per_page = {
  description: `How many suggestions, at most ${MAX_PER_PAGE}. Default: ${DEFAULT_PER_PAGE}.`,
  schema: { type: 'integer', minimum: 1 },
}

export const similarSuggestionOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/suggestions/similar',
    summary: 'List suggestions with a similar title',
    description,
    query: {
      title: {
        description: `The title, up to ${MAX_TITLE_CHARACTERS} characters.`,
        required: true,
        example: 'Dark mode',
        schema: { type: 'string', minLength: 1, maxLength: MAX_TITLE_CHARACTERS },
      },
      per_page,
    },
    resource: suggestions,
    answer: 'records',
    handle: async (call) =>
      similarToTitle(call.context.reader, parseTitle(call.query), await parseAsked(call)),
  },
  {
    method: 'GET',
    path: '/suggestions/:id/similar',
    summary: 'List suggestions with a title similar to that of a suggestion',
    description,
    query: { per_page },
    resource: suggestions,
    answer: 'records',
    handle: async (call) =>
      similarToSuggestion(
        call.context.reader,
        parsePathId(suggestions, call.params),
        await parseAsked(call),
      ),
  },
]

async function parseAsked(call: Call) {
  const perPage = parsePositiveInteger(call.query, 'per_page', DEFAULT_PER_PAGE)
  return {
    limit: Math.min(perPage, MAX_PER_PAGE),
    includes: call.includes,
    selections: await readFields(call, suggestions, call.includes),
  }
}

function parseTitle(query: Query): string {
  const title = singleValue(query, 'title')
  if (title === undefined) throw invalidTitle('required', 'required')
  if (title.includes('\0')) throw invalidTitle('contains NUL. Expected text', 'utf8')
  const { length } = [...title]
  if (length > MAX_TITLE_CHARACTERS)
    throw invalidTitle(
      `too long (${length} characters). Maximum: ${MAX_TITLE_CHARACTERS}`,
      'max_runes',
    )
  return title
}

const invalidTitle = (problem: string, code: string) =>
  new ApiError('malformed', `title: ${problem}.`, { title: code })

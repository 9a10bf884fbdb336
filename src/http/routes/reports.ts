// Aggregates for charts and slides. Beyond the wire format.
import type { TProperties } from 'typebox'
import { formatReportCsv } from '../../files/report-csv.ts'
import { isCsvAsked, parsePositiveInteger } from '../../read/list-request.ts'
import { INTERVALS, MAX_BUCKETS, parseReportRequest } from '../../read/report-request.ts'
import { BUCKETED, type ReportName, type ReportPlan, readReport } from '../../read/reports.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import {
  date,
  integer,
  listOf,
  number,
  object,
  orNull,
  text,
  time,
} from '../responses/answer-schemas.ts'
import type { Call } from '../stages/call.ts'

type Members = TProperties

const counts = (...names: string[]): Members =>
  Object.fromEntries(names.map((name) => [`${name}_count`, integer]))

const bucket: Members = {
  date,
  starts_at: time,
  ends_at: time,
}

type Declaration = {
  summary: string
  description: string
  /** How many records it lists, by default and at most. */
  limit?: { of: string; byDefault: number; max: number }
  /** False where nothing of it belongs to a forum. */
  hasForum?: false
  totals: Members
  row: Members
  more?: Members
}

const incoming = counts('created', 'answered', 'closed')
const seconds = orNull(number)
const responseTimes = {
  ...counts('suggestions', 'answered', 'unanswered', 'closed', 'open'),
  answer_median_seconds: seconds,
  answer_p90_seconds: seconds,
  close_median_seconds: seconds,
  close_p90_seconds: seconds,
}
const nps = {
  ...counts('ratings', 'promoters', 'passives', 'detractors'),
  score: orNull(number),
}
const labels = counts('suggestions', 'other', 'unlabelled')
const acts = counts('suggestions', 'comments', 'votes')
const title = { id: integer, title: text }

const REPORTS: Record<ReportName, Declaration> = {
  incoming: {
    summary: 'Report on suggestions created, answered and closed',
    description:
      'A suggestion is answered by its first status update. Merged suggestions count, spam and deleted ones do not.',
    totals: incoming,
    row: { ...bucket, ...incoming },
  },
  response_times: {
    summary: 'Report on the time until suggestions are answered and closed',
    description:
      'By the time at which the suggestion was created. Those without an answer and those still open are counted, and have no ' +
      'time. Merged suggestions, spam and deleted ones do not count.',
    totals: responseTimes,
    row: { ...bucket, ...responseTimes },
  },
  open_revenue: {
    summary: 'Report on open suggestions by the revenue behind them',
    description:
      'Of the suggestions created in the range, those approved or published and neither merged nor closed. The revenue is the MRR of the ' +
      'accounts whose people support a suggestion: each account counts once per suggestion, and once in the total. That ' +
      'of a suggestion is its `supporter_revenue`, which follows the MRR of very large accounts after some seconds.',
    limit: { of: 'suggestions', byDefault: 20, max: 100 },
    totals: { ...counts('suggestions', 'supported_suggestions', 'accounts'), revenue: number },
    row: { ...title, revenue: number, ...counts('accounts', 'supporters') },
  },
  top_accounts: {
    summary: 'Report on accounts by MRR and what they ask for',
    description:
      'With how many open suggestions created in the range their people support, and the three of them with most revenue behind them. ' +
      'The totals are those of the listed accounts.',
    limit: { of: 'accounts', byDefault: 20, max: 100 },
    totals: { ...counts('accounts', 'suggestions'), mrr: number },
    row: {
      id: integer,
      name: orNull(text),
      external_id: orNull(text),
      plan: orNull(text),
      mrr: number,
      suggestions_count: integer,
      suggestions: listOf(object({ ...title, revenue: number })),
    },
  },
  nps: {
    summary: 'Report on NPS ratings and what detractors ask for',
    description:
      'A rating of 9 or 10 is a promoter, 0 to 6 a detractor. `suggestions` are the open ones that most people support whose last ' +
      'rating is in the range and a detractor.',
    limit: { of: 'suggestions', byDefault: 10, max: 100 },
    hasForum: false,
    totals: nps,
    row: { ...bucket, ...nps },
    more: { suggestions: listOf(object({ ...title, detractors_count: integer })) },
  },
  labels: {
    summary: 'Report on created suggestions by label',
    description:
      'A suggestion counts for each of its labels. `counts` has one number per label of `labels`; `other_count` are suggestions with a label ' +
      'that is not listed. Spam and deleted suggestions do not count.',
    limit: { of: 'labels', byDefault: 8, max: 20 },
    totals: labels,
    row: { ...bucket, ...labels, counts: listOf(integer) },
    more: { labels: listOf(object({ id: integer, full_name: text, suggestions_count: integer })) },
  },
  contributors: {
    summary: 'Report on people by their suggestions, comments and votes',
    description:
      'What they did in the range. Spam and deleted comments, and whatever belongs to spam or deleted suggestions, does not count.',
    limit: { of: 'people', byDefault: 20, max: 100 },
    totals: { contributors_count: integer, ...acts },
    row: { id: integer, name: text, email_address: text, ...acts },
  },
}

export const reportOperations = (): Operation[] =>
  (Object.keys(REPORTS) as ReportName[]).map(reportOperation)

function reportOperation(name: ReportName): Operation {
  const { summary, description, totals, row, more = {} } = REPORTS[name]
  return declareOperation({
    method: 'GET',
    path: `/reports/${name}`,
    summary,
    description,
    query: queryOf(name),
    tag: 'reports',
    answer: object({
      report: object({
        name: text,
        from: date,
        to: date,
        starts_at: time,
        ends_at: time,
        interval: orNull(text),
        time_zone: text,
        links: object({ forum: orNull(integer), segment: orNull(integer) }),
        totals: object(totals),
        rows: listOf(object(row)),
        ...more,
      }),
    }),
    render: (call) => readReport(call.context.reader, name, planOf(name, call)),
    download(call) {
      if (!isCsvAsked(call.query)) return undefined
      const plan = planOf(name, call)
      return {
        contentType: 'text/csv; charset=utf-8',
        fileName: `${name}-${plan.from}-${plan.to}.csv`,
        includes: [],
        pieces: csvOf(call, name, plan),
      }
    },
  })
}

async function* csvOf({ context }: Call, name: ReportName, plan: ReportPlan) {
  const { report } = JSON.parse(await readReport(context.reader, name, plan))
  yield formatReportCsv(Object.keys(REPORTS[name].row), report)
}

function planOf(name: ReportName, { query }: Call): ReportPlan {
  const { limit, hasForum } = REPORTS[name]
  const { byDefault, max } = limit ?? { byDefault: 1, max: 1 }
  const request = parseReportRequest(
    BUCKETED.includes(name) ? query : { ...query, interval: 'month' },
  )
  return {
    ...request,
    forum: hasForum === false ? null : request.forum,
    limit: Math.min(parsePositiveInteger(query, 'per_page', byDefault), max),
  }
}

function queryOf(name: ReportName): NonNullable<Operation['query']> {
  const { limit, hasForum } = REPORTS[name]
  const isBucketed = BUCKETED.includes(name)
  return {
    from: {
      description: 'The first day. Default: twelve months before the last one.',
      example: '2026-01-01',
      schema: { type: 'string', format: 'date' },
    },
    to: {
      description: `The last day. Default: today. A range has at most ${MAX_BUCKETS} ${isBucketed ? 'intervals' : 'months'}.`,
      example: '2026-03-31',
      schema: { type: 'string', format: 'date' },
    },
    ...(isBucketed && {
      interval: {
        description: 'What a row covers; weeks begin on Monday. Default: month.',
        schema: { type: 'string', enum: INTERVALS },
      },
    }),
    time_zone: {
      description: 'The IANA time zone of the days. Default: UTC.',
      example: 'Europe/Berlin',
      schema: text,
    },
    segment: { description: SEGMENT[name], schema: integer },
    ...(hasForum !== false && {
      forum: { description: 'Only suggestions of this forum, by its id.', schema: integer },
    }),
    ...(limit && {
      per_page: {
        description: `How many ${limit.of} are listed, at most ${limit.max}. Default: ${limit.byDefault}.`,
        schema: { type: 'integer', minimum: 1 },
      },
    }),
    format: {
      description: 'With csv the rows are a file. Default: json.',
      schema: { type: 'string', enum: ['json', 'csv'] },
    },
  }
}

const ofCreators = 'Only suggestions created by people of this segment, by its id.'
const SEGMENT: Record<ReportName, string> = {
  incoming: ofCreators,
  response_times: ofCreators,
  labels: ofCreators,
  open_revenue: 'Only support by people of this segment, by its id.',
  top_accounts: 'Only accounts with people of this segment, and their support, by its id.',
  nps: 'Only ratings of people of this segment, by its id.',
  contributors: 'Only people of this segment, by its id.',
}

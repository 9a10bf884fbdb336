// The reports of the API, and the segments that they can be limited to.
import type { BodyOf, Segment } from '@earshot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

export const REPORTS = [
  ...(['incoming', 'response_times', 'open_revenue', 'top_accounts'] as const),
  ...(['nps', 'labels', 'contributors'] as const),
]
export type ReportName = (typeof REPORTS)[number]

export type Interval = 'day' | 'week' | 'month'

export type ReportQuery = {
  from: string
  to: string
  interval?: Interval
  time_zone?: string
  segment?: number
  forum?: number
}

export type Report<N extends ReportName = ReportName> = BodyOf<'GET', `/reports/${N}`>['report']

export const reportQuery = <N extends ReportName>(name: N, query: ReportQuery) =>
  queryOptions({
    queryKey: ['reports', name, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Report<N>> => {
      const path: `/reports/${ReportName}` = `/reports/${name}`
      const { report } = await api.get(path as '/reports/incoming', { query, signal })
      return report as unknown as Report<N>
    },
  })

export const segmentsQuery = queryOptions({
  queryKey: ['segments', 'options'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const segments: Pick<Segment, 'id' | 'name'>[] = []
    const query = { per_page: 100, total: false, sort: 'name', fields: 'name' } as const
    for await (const segment of api.records('/segments', { query, signal })) segments.push(segment)
    return segments
  },
})

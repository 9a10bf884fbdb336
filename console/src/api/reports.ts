// The reports of the API.
import type { BodyOf } from '@earshot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

export const REPORTS = [
  'incoming',
  'response_times',
  'open_revenue',
  'top_accounts',
  'nps',
  'labels',
  'contributors',
] as const
export type ReportName = (typeof REPORTS)[number]

export type Interval = 'day' | 'week' | 'month'

export type ReportQuery = {
  from: string
  to: string
  interval?: Interval
  time_zone?: string
  segment?: number
  forum?: number
  per_page?: number
}

export type Report<N extends ReportName = ReportName> = BodyOf<'GET', `/reports/${N}`>['report']

export const reportQuery = <N extends ReportName>(name: N, query: ReportQuery) =>
  queryOptions({
    queryKey: queryKeys.report(name, query),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Report<N>> => {
      const path: `/reports/${ReportName}` = `/reports/${name}`
      const { report } = await api.get(path as '/reports/incoming', { query, signal })
      return report as unknown as Report<N>
    },
  })

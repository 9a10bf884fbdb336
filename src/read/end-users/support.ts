// What the page of a suggestion says about its support, besides the count, and what was merged into it.
import { ideaSupporters } from '../../resources/end-users/supporters.ts'
import { type Question, question } from '../answer.ts'

const MAX_COUNTED = 1000
/** The newest ones. */
const MAX_NAMED = 6
const MAX_MERGED = 10

type FoundSupporter = { name: string | null; avatar_path: string | null }
export type FoundSupport = {
  /** How many published suggestions of these forums were merged into it; at most a thousand are counted. */
  mergedCount: number
  /** The newest of them. */
  mergedTitles: string[]
  /** Null: they were not asked for. */
  supporters: FoundSupporter[] | null
}

const { name, avatar_path } = ideaSupporters.fields

/** `forums` are those that the visitor sees; null for all. */
type Asked = { id: number; forums: number[] | null; withSupporters: boolean }

export const askForSupport = (asked: Asked): Question<FoundSupport> =>
  question({
    shape: 'support of an idea',
    plan: asked,
    build: ({ use, values }) => {
      const idea = use('bigint', (plan) => plan.id)
      const asksForSupporters = use('boolean', (plan) => plan.withSupporters)
      const forums = use('bigint[]', (plan) => plan.forums)
      const merged = `from suggestions where parent_suggestion_id = ${idea} and state in ('approved', 'published')
          and (${forums} is null or forum_id = any(${forums}))`
      const text = `select json_build_object('mergedCount', (select count(*) from (select ${merged} limit ${MAX_COUNTED}) merged),
        'mergedTitles', (select coalesce(json_agg(title order by id desc), '[]') from (
          select id, title ${merged} order by id desc limit ${MAX_MERGED}) newest),
        'supporters', case when ${asksForSupporters} then (
          select coalesce(json_agg(json_build_object('name', newest.name, 'avatar_path', newest.path) order by newest.id desc), '[]')
          from (
            select id, ${name.sql} as name, ${avatar_path.sql} as path
            from supporters where suggestion_id = ${idea} order by id desc limit ${MAX_NAMED}) newest) end)::text as support`
      return { text, values, columns: ['support'] }
    },
    isPrepared: true,
    answer: ({ support }) => JSON.parse(support as string),
  })

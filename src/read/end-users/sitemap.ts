// What search engines find of the portal. The forums are those that everyone sees.
import type { Queries } from '../../db/db.ts'

/** The protocol allows ten times as many; pages of this size cost little at once. */
export const SITEMAP_LENGTH = 5_000

/** The protocol's limit of an index. */
export const MAX_SITEMAPS = 50_000

export type SitemapPage = { forum: { id: number; name: string }; fromId: number }

/**
 * Where each page begins: so many suggestions of a forum by their ids, which the index on (forum_id, id) alone finds. Those that nobody sees
 * count too, since leaving them out would read every suggestion.
 */
export const sitemapPagesStatement = (forums: number[], length = SITEMAP_LENGTH) => ({
  text: `
    select json_build_object('id', f.id, 'name', f.name) as forum, p.start as "fromId"
    from forums f cross join lateral (
      with recursive page (start) as (
        select 0::bigint
        union all
        select (select s.id from suggestions s where s.forum_id = f.id and s.id >= page.start order by s.id offset ${length} limit 1)
        from page where page.start is not null
      ) select start from page where start is not null
    ) p
    where f.id = any($1::bigint[]) and f.merged_into_id is null
    order by f.id, p.start limit ${MAX_SITEMAPS}`,
  values: [forums],
})

export async function findSitemapPages(pool: Queries, forums: number[]): Promise<SitemapPage[]> {
  const { rows } = await pool.query<SitemapPage>(sitemapPagesStatement(forums))
  return rows
}

export type SitemapEntry = { id: number; title: string; updatedAt: Date }

/** Exported for a test of its plan. */
export const sitemapStatement = (forum: number, fromId: number, length = SITEMAP_LENGTH) => ({
  text: `
    select s.id, s.title, g.updated_at as "updatedAt"
    from (
      select id, title, is_visible from suggestions where forum_id = $1 and id >= $2 order by id limit ${length}
    ) s join suggestion_figures g on g.id = s.id
    where s.is_visible order by s.id`,
  values: [forum, fromId],
})

/** The suggestions of a page that everyone sees. */
export async function findSitemapEntries(
  pool: Queries,
  { forum, fromId }: SitemapPage,
): Promise<SitemapEntry[]> {
  const { rows } = await pool.query<SitemapEntry>(sitemapStatement(forum.id, fromId))
  return rows
}

/** The newest announcements that everyone sees. */
export async function findAnnouncedEntries(
  pool: Queries,
  forums: number[],
): Promise<SitemapEntry[]> {
  const { rows } = await pool.query<SitemapEntry>({
    text: `
      select a.id, a.title, a.updated_at as "updatedAt" from announcements a
      where a.published_at is not null and (
        not exists (select from announcement_forums l where l.announcement_id = a.id)
        or exists (select from announcement_forums l where l.announcement_id = a.id and l.forum_id = any($1::bigint[])))
      order by a.published_at desc, a.id desc limit ${SITEMAP_LENGTH}`,
    values: [forums],
  })
  return rows
}

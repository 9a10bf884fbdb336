// The baseline of a page: node:http, one hand-written statement for the data of the page, and its bytes.
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL as string,
  max: 10,
  options: '-c timezone=UTC -c jit=off',
})
const forum = Number(process.env.BENCH_FORUM)
const page = Buffer.from(await (await fetch(process.env.BENCH_PAGE as string)).arrayBuffer())

const TEXT = `
  select
    (select json_agg(f) from (
      select id, name, see_tier, support_tier, suggest_tier, welcome_message, prompt, open_suggestions_count,
        (select json_agg(c) from (select id, name from categories where forum_id = forums.id order by position, id) c)
      from forums where merged_into_id is null order by name limit 100) f) as forums,
    (select json_agg(s) from (select id, name, hex_color from statuses order by position, id) s) as statuses,
    (select json_agg(r) from (
      select s.id, title, body, body_mime_type, s.created_at, closed_at, comments_count, f.supporters_count,
        (select name from statuses where id = status_id) as status, (select name from categories where id = category_id) as category
      from suggestions s join suggestion_figures f using (id)
      where forum_id = $1 and is_visible order by f.supporters_count desc, s.id desc limit 26) r) as suggestions`

createServer(async (_, response) => {
  const { rows } = await pool.query({ name: 'page', text: TEXT, values: [forum] })
  if (rows[0].suggestions.length === 0) throw new Error('The forum is empty.')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': page.length,
  })
  response.end(page)
}).listen(Number(process.env.PORT), '127.0.0.1')

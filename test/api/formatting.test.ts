// Formatted texts: Markdown beside plain text, rendered without trusting it; pictures, mentions and saved replies.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromPlainText, parseMarkdown, toHtml, toText } from '#markdown'
import { formattedToHtml } from '../../src/core/formatted-text.ts'
import { IS_PUBLIC_FILE } from '../../src/resources/attachments.ts'
import { deleteUnlinkedAttachments } from '../../src/write/background/file-sweep.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const html = (text: string) => toHtml(parseMarkdown(text))

describe('Markdown as HTML', () => {
  test.each([
    ['**bold** and *italic*', '<p><strong>bold</strong> and <em>italic</em></p>'],
    ['one\ntwo', '<p>one<br>two</p>'],
    ['- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    ['`a<b`', '<p><code>a&lt;b</code></p>'],
    ['```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
    ['# Title', '<h3>Title</h3>'],
    [
      'see https://a.test/x?y=1&z=2.',
      '<p>see <a href="https://a.test/x?y=1&amp;z=2" rel="nofollow noopener noreferrer ugc">https://a.test/x?y=1&amp;z=2</a>.</p>',
    ],
    [
      '![a "cat"](/files/0123456789abcdef01)',
      '<p><img src="/files/0123456789abcdef01" alt="a &quot;cat&quot;" loading="lazy"></p>',
    ],
    ['[@Ada \\[x\\]](mention:7)', '<p><span class="mention">@Ada [x]</span></p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  test('paths are complete where the HTML is shown elsewhere', () => {
    const blocks = parseMarkdown('![x](/files/0123456789abcdef01) [y](/admin)')
    expect(toHtml(blocks, { baseUrl: 'https://ours.test' })).toContain(
      'src="https://ours.test/files/',
    )
  })

  const NASTY = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<a href="javascript:alert(1)">x</a>',
    '<style>@import "//evil.test"</style>',
    '</p><script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](java&#10;script:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](&#x6A;avascript&colon;alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x]( javascript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:msgbox)',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '![x](javascript:alert(1))',
    '![x" onerror="alert(1)](/files/0123456789abcdef01)',
    '![x](/files/0123456789abcdef01" onerror="alert(1))',
    '![x](https://evil.test/pixel.png)',
    '![x](//evil.test/pixel.png)',
    '![x](/files/../admin)',
    '[x](//evil.test)',
    '[x](/\\evil.test)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(1)>',
    '[x](https://a.test/" onmouseover="alert(1))',
    '[x](https://a.test "title\\" onmouseover=\\"alert(1)")',
    '[<img src=x onerror=alert(1)>](https://a.test)',
    '`</code><script>alert(1)</script>`',
    '```html" onload="alert(1)\n</code></pre><script>alert(1)</script>\n```',
    '**<b onclick=alert(1)>**',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&#60;img src=x onerror=alert(1)&#62;',
    '[@<img src=x onerror=alert(1)>](mention:1)',
    '[x](mention:1"onclick="alert(1))',
    '[a]: javascript:alert(1)\n\n[a]',
    '> - ```\n> <script>alert(1)</script>',
    '\u0000<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    'https://a.test/<script>alert(1)</script>',
    'https://a.test/"onmouseover="alert(1)',
  ]
  const SAFE_TAG =
    /^<(?:\/?(?:p|strong|em|s|code|pre|blockquote|ul|ol|li|h[3-6])|br|hr|ol start="\d+"|span class="mention"|\/span|\/a|a href="(?:https?:\/\/[^\s/"<>][^"<>]*|mailto:[^"<>]*|\/(?![/\\])[^"<>]*)" rel="nofollow noopener noreferrer ugc"|img src="\/files\/[0-9a-z]+" alt="[^"<>]*" loading="lazy")>$/

  test.each(NASTY)('has only harmless elements: %j', (text) => {
    for (const attack of [
      text,
      `- ${text}`,
      `> ${text}`,
      `**${text}**`,
      `[${text}](https://a.test)`,
      text.repeat(20),
    ])
      for (const tag of html(attack).match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(SAFE_TAG)
  })

  test('huge and deeply nested texts have an answer without deep trees', () => {
    const nested = (open: string, close: string) => open.repeat(8_000) + close.repeat(8_000)
    const pieces =
      '[|![|*a **b |_a*|> |- |1. |`|<|&|\\|~~|(|[a](|[a](<|```\n|https://a.b/ |#\n|"|\0|<a |&#|mailto:|a@b.c |*_`~'
    const LENGTH = EXHAUSTIVE ? 100_000 : 25_000
    const huge = pieces.split('|').map((piece) => piece.repeat(LENGTH / piece.length))
    const texts = [
      ...huge,
      nested('*a ', ' a*'),
      nested('**a *b ', ' b* a**'),
      nested('[', '](/x)'),
      'x'.repeat(1_000_000),
    ]
    for (const text of texts) {
      const result = html(text)
      expect(result.length).toBeLessThan(10 * 100_000)
      expect(depthOf(result)).toBeLessThan(60)
    }
  })

  function depthOf(text: string): number {
    let [depth, deepest] = [0, 0]
    for (const [, end] of text.matchAll(/<(\/?)(?!br|hr|img)\w[^>]*>/g)) {
      depth += end ? -1 : 1
      deepest = Math.max(deepest, depth)
    }
    return deepest
  }

  test.each([
    ['2 * 3 * 4 and snake_case_name'],
    ['# 5 is alive\n- x\n1. y'],
    ['a *b* <c> &amp; [d](e) `f`'],
    ['> not a quote\n---\n\\'],
  ])('plain text looks the same as Markdown: %j', (text) => {
    const shown = toText(parseMarkdown(fromPlainText(text)))
    expect(shown).toBe(text)
    expect(html(fromPlainText(text))).not.toMatch(/<(em|strong|ul|ol|h\d|blockquote|code|hr|a )/)
  })

  test('text without formatting is readable', () => {
    expect(toText(parseMarkdown('**Hi** [you](https://a.test)\n\n1. one\n2. two\n\n> said'))).toBe(
      'Hi you\n\n1. one\n2. two\n\n> said',
    )
  })
})

describe('on the wire', () => {
  let at: TestService
  let forum: number
  beforeAll(async () => {
    at = await startTestService()
    forum = await aForum(at.db, 'Ideas')
  })
  const suggestion = () => aSuggestion(at.db, forum, 'Dark mode')
  const markdown = { body: '**Yes** <b>', body_mime_type: 'text/markdown' }

  test('a text without a type is plain, and stays what it was when it does not change', async () => {
    const id = await suggestion()
    const links = { suggestion: id }
    const comment = await at.made('/comments', { ...markdown, links })
    expect(comment).toMatchObject(markdown)
    const put = async (sent: object) =>
      (await at.put(`/comments/${comment.id}`, sent)).body.comments[0]
    expect(await put({ body: markdown.body })).toMatchObject(markdown)
    expect(await put({ body: 'plain *now*' })).toMatchObject({
      body: 'plain *now*',
      body_mime_type: 'text/plain',
    })
    expect(await put({ body: 'plain *now*', body_mime_type: 'text/markdown' })).toMatchObject({
      body_mime_type: 'text/markdown',
    })
    const changed = await at.put(`/suggestions/${id}`, markdown)
    expect(changed.body.suggestions[0]).toMatchObject(markdown)
    const note = await at.made('/notes', { ...markdown, links })
    expect(note).toMatchObject(markdown)
  })

  test('an answer has its HTML, whichever type it is', async () => {
    const links = { suggestion: await suggestion() }
    const update = await at.made('/status_updates', { ...markdown, links })
    expect(update).toMatchObject({
      ...markdown,
      html_body: '<p><strong>Yes</strong> &lt;b&gt;</p>',
    })
    const { body } = await at.put(`/status_updates/${update.id}`, { body: '**No**' })
    expect(body.status_updates[0]).toMatchObject({
      body_mime_type: 'text/plain',
      html_body: formattedToHtml('**No**', 'text/plain'),
    })
    const action = { action: 'status', ids: [links.suggestion], links: { status: null } }
    await at.made('/bulk_actions', { ...action, ...markdown })
    const list = await at.get(`/status_updates?suggestion=${links.suggestion}&sort=-id`)
    expect(list.body.status_updates[0]).toMatchObject({ html_body: update.html_body })
  })

  test('a picture in a text belongs to what the text is about', async () => {
    const id = await suggestion()
    const picture = async (name: string) => {
      const { rows } = await sql<{ file_key: string }>`
        insert into attachments (file_name, content_type, size_in_bytes, file_key, token, crc32, is_safe_image, thumbnail)
        values (${name}, 'image/png', 1, md5(${name}), ${name}, 0, true, 'none') returning file_key`.execute(
        at.db,
      )
      return `![${name}](/files/${rows[0]?.file_key})`
    }
    const links = { suggestion: id }
    const body_mime_type = 'text/markdown'
    await at.made('/comments', { body: await picture('in a comment'), body_mime_type, links })
    const note = await at.made('/notes', {
      body: await picture('in a note'),
      body_mime_type,
      links,
    })
    // Shown elsewhere, it stays where it is.
    await at.made('/comments', { body: note.body, body_mime_type, links })
    // Plain text shows no picture.
    await at.made('/comments', { body: await picture('as text'), links })
    const { rows } = await sql`
      select file_name, suggestion_id, note_id from attachments order by id`.execute(at.db)
    expect(rows).toEqual([
      { file_name: 'in a comment', suggestion_id: id, note_id: null },
      { file_name: 'in a note', suggestion_id: null, note_id: note.id },
      { file_name: 'as text', suggestion_id: null, note_id: null },
    ])
  })

  test('a picture stays as long as a feature, feedback, a saved reply or an answer shows it', async () => {
    const picture = async (name: string) => {
      const key = `${name}-${Date.now()}`
      const { rows } = await sql<{ file_key: string }>`
        insert into attachments (file_name, content_type, size_in_bytes, file_key, token, crc32, is_safe_image, thumbnail)
        values (${name}, 'image/png', 1, md5(${key}), ${key}, 0, true, 'none') returning file_key`.execute(
        at.db,
      )
      return `![${name}](/files/${rows[0]?.file_key})`
    }
    const [one, two] = [await suggestion(), await suggestion()]
    const feature = await at.made('/features', { name: 'Card' })
    const description_mime_type = 'text/markdown'
    const shown = { description: await picture('feature'), description_mime_type }
    await at.put(`/features/${feature.id}`, shown)
    await at.made('/feedback_records', {
      body: await picture('feedback'),
      body_mime_type: 'text/markdown',
      user_email: 'shows@example.com',
    })
    const body = await picture('reply')
    const reply = await at.made('/saved_replies', { title: 'Thanks', body })
    await at.post('/bulk_actions', {
      action: 'status',
      ids: [one, two],
      body,
      body_mime_type: 'text/markdown',
      links: { status: null },
    })
    await picture('nowhere')
    const sweep = async () => {
      await sql`update attachments set updated_at = now() - interval '8 days'`.execute(at.db)
      await deleteUnlinkedAttachments(at.db, 1000)
      const { rows } = await sql<{ file_name: string }>`
        select file_name from attachments where file_name in ('feature', 'feedback', 'reply', 'nowhere') order by id`.execute(
        at.db,
      )
      return rows.map(({ file_name }) => file_name)
    }
    expect(await sweep()).toEqual(['feature', 'feedback', 'reply'])
    // Both answers are public, so everybody sees the picture of the reply, and only this one.
    const { rows } = await sql`
      select file_name, ${sql.raw(IS_PUBLIC_FILE)} as "isPublic" from attachments
      where file_name in ('feature', 'reply') order by id`.execute(at.db)
    expect(rows).toEqual([
      { file_name: 'feature', isPublic: false },
      { file_name: 'reply', isPublic: true },
    ])
    await at.delete(`/saved_replies/${reply.id}`)
    await at.delete(`/features/${feature.id}`)
    expect(await sweep()).toEqual(['feedback', 'reply'])
  })

  test('the portal shows Markdown, and plain text as it is', async () => {
    const id = await suggestion()
    await at.put(`/suggestions/${id}`, { ...markdown, body: '**Yes** <script>x</script>' })
    await at.made('/comments', { body: '**no** <i>', links: { suggestion: id } })
    const page = await at.get(`//forums/${forum}/suggestions/${id}`)
    expect(page.text).toContain('<p><strong>Yes</strong> &lt;script&gt;x&lt;/script&gt;</p>')
    expect(page.text).toContain('<p>**no** &lt;i&gt;</p>')
  })

  test('features have the type of their description', async () => {
    const feature = await at.made('/features', {
      name: 'Themes',
      description: '*x*',
      description_mime_type: 'text/markdown',
    })
    expect(feature.description_mime_type).toBe('text/markdown')
  })

  test('staff mentioned in a text are its mentions, others are not', async () => {
    const id = await suggestion()
    const ada = await aPerson(at, 'viewer')
    const ben = await aPerson(at, 'admin')
    const { id: customer } = await at.made('/users/find_or_create', { email: 'c@example.com' })
    const mention = (...users: number[]) => ({
      body: users.map((user) => `[@x](mention:${user})`).join(' and '),
      body_mime_type: 'text/markdown',
    })
    for (const collection of ['notes', 'comments']) {
      const text = await at.made(`/${collection}`, {
        ...mention(ada.id, customer, 987_654),
        links: { suggestion: id },
      })
      expect(text.links.mentions).toEqual([ada.id])
      const changed = await at.put(`/${collection}/${text.id}`, mention(ben.id))
      expect(changed.body[collection][0].links.mentions).toEqual([ben.id])
      expect((await at.get(`/${collection}?mention=${ben.id}`)).body[collection]).toHaveLength(1)
    }
    expect((await at.get(`/suggestions?mention=${ben.id}`)).body.suggestions).toHaveLength(1)
    expect((await at.get(`/suggestions?mention=${ada.id}`)).body.suggestions).toHaveLength(0)
  })

  test('the mail of an answer can be seen before it is saved', async () => {
    const id = await suggestion()
    const { rows } = await sql<{ id: number }>`
      insert into statuses (name) values ('R&D') returning id`.execute(at.db)
    const status = rows[0]?.id
    const body = '**Soon** <i> ![x](/files/0123456789abcdef01)'
    const { mail_preview: mail } = (
      await at.post(`/suggestions/${id}/mail_preview`, {
        body,
        body_mime_type: 'text/markdown',
        links: { status },
      })
    ).body
    expect(mail.subject).toBe('Dark mode: R&D')
    expect(mail.text).toContain('Soon <i> x')
    expect(mail.html).toContain('<strong>Soon</strong> &lt;i&gt; <img src="http')
    expect(mail.html).toContain('R&#38;D')
    const count = await at.get(`/status_updates?suggestion=${id}`)
    expect(count.body.status_updates).toEqual([])
    const unknown = { links: { status: 987_654 } }
    expect((await at.post(`/suggestions/${id}/mail_preview`, unknown)).body.errors).toEqual({
      links: { status: 'not_found' },
    })
    expect((await at.post('/suggestions/987654/mail_preview', {})).status).toBe(404)
  })

  test('admins write saved replies, all staff read them, and the audit log has it', async () => {
    const reply = await at.made('/saved_replies', { title: 'Thanks', body: '**Thank you**' })
    await at.put(`/saved_replies/${reply.id}`, { title: 'Thank you' })
    const viewer = await aSession(at, (await aPerson(at, 'viewer')).id)
    const list = await at.get('/saved_replies?q=thank', bySession(viewer))
    expect(list.body.saved_replies).toMatchObject([{ title: 'Thank you', body: '**Thank you**' }])
    const refused = await at.post('/saved_replies', { title: 'x', body: 'y' }, bySession(viewer))
    expect(refused.status).toBe(403)
    const invalid = await at.post('/saved_replies', { title: '', body: 'y' })
    expect(invalid.status).toBe(422)
    await at.delete(`/saved_replies/${reply.id}`)
    const audit = await at.get('/audit_entries?subject_type=saved_replies&sort=id')
    const own = audit.body.audit_entries.filter((entry: Shown) => entry.subject_id === reply.id)
    expect(own).toHaveLength(3)
  })
})

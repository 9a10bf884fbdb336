// What mails to members of the team say that list many things: digests, and failures.
import { escapeHtml } from '../core/escape-html.ts'
import type { MailText, Quote, Site } from './mails.ts'
import { type Language, type Sentence, say, t } from './texts.ts'

type Titled = { id: number; title: string }

export type DigestedForum = {
  kind: 'new' | 'waiting' | 'comments'
  forum: string
  count: number
  titles: Titled[]
}

export type DigestedView = {
  id: number
  name: string
  /** Its filters are. */
  isInvalid: boolean
  count: number
  titles: Titled[]
}

export type FailedWork = {
  kind: 'jobs' | 'import' | 'webhook' | 'failing_webhook'
  name: string
  count: number
  id: number
}

type Item = { text: string; address: string }

/** A heading and a list of links. `count` is how many there are. */
function listItems(
  heading: Sentence,
  items: Item[],
  { count, language }: { count: number; language: Language },
): Quote {
  const title = say(heading, language)
  const more = count > items.length ? [say(t`and ${count - items.length} more`, language)] : []
  return {
    text: [
      title,
      ...items.map(({ text, address }) => `- ${text}\n  ${address}`),
      ...more.map((words) => `- ${words}`),
    ].join('\n'),
    html: `<p><strong>${escapeHtml(title)}</strong></p>${
      items.length + more.length > 0
        ? `<ul style="margin:0 0 14px;padding-inline-start:20px">${items
            .map(
              ({ text, address }) =>
                `<li><a dir="auto" href="${escapeHtml(address)}">${escapeHtml(text)}</a></li>`,
            )
            .join('')}${more.map((words) => `<li>${escapeHtml(words)}</li>`).join('')}</ul>`
        : ''
    }`,
  }
}

/** `unsubscribe` ends mails like this one, without signing in. */
export type TeamSite = Site & { unsubscribe: string }

const footerOf = ({ baseUrl, unsubscribe }: TeamSite, stop: Sentence) => [
  { text: t`Notification settings`, address: `${baseUrl}/admin/settings/notifications` },
  { text: stop, address: unsubscribe },
]

/** In the time zone of the reader. */
const formatTime = (time: Date, language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(time)

export const STAFF_MAILS = {
  digest: (
    site: TeamSite,
    digest: { forums: DigestedForum[]; views: DigestedView[]; from: Date; timeZone: string },
    language: Language,
  ): MailText => {
    const { forums, views, from, timeZone } = digest
    const toItem = ({ id, title }: Titled): Item => ({
      text: title,
      address: `${site.baseUrl}/admin/suggestions/${id}`,
    })
    const countOf = (...kinds: DigestedForum['kind'][]) =>
      forums.reduce((sum, { kind, count }) => (kinds.includes(kind) ? sum + count : sum), 0)
    const waiting = countOf('waiting', 'comments')
    const inViews = views.reduce((sum, { count }) => sum + count, 0)
    const fresh = countOf('new') || (waiting > 0 ? 0 : inViews)
    return {
      subject: subjectOf(site, fresh, waiting),
      before: t`This is new since ${formatTime(from, language, timeZone)} (${timeZone}).`,
      quotes: [
        ...forums.map(({ kind, forum, count, titles }) =>
          listItems(headingOf(kind, forum, count), titles.map(toItem), { count, language }),
        ),
        ...views.map(({ name, count, titles, isInvalid }) =>
          listItems(
            isInvalid
              ? t`The view “${name}” finds nothing any more: its filters are not valid. Save it again.`
              : t`New in the view “${name}” (${count})`,
            titles.map(toItem),
            { count, language },
          ),
        ),
      ],
      link:
        waiting > 0
          ? { text: t`Review what waits`, address: `${site.baseUrl}/admin/triage` }
          : { text: t`Open the console`, address: `${site.baseUrl}/admin/suggestions` },
      after: t`You get this message because you asked ${site.name} for a digest.`,
      footer: footerOf(site, t`Stop digests`),
    }
  },

  failures: (site: TeamSite, failures: FailedWork[], language: Language): MailText => {
    const items = failures.map((failure) => ({
      text: say(describeFailure(failure), language),
      address: `${site.baseUrl}${pathOfFailure(failure)}`,
    }))
    const hasJobs = failures.some(({ kind }) => kind === 'jobs')
    const [first] = failures
    return {
      subject: t`${site.name}: something failed`,
      before: t`This failed, or is failing. Failed jobs, imports and deliveries are not tried again by themselves. The console shows the reasons.`,
      quotes: [listItems(t`Failed`, items, { count: items.length, language })],
      link: {
        text: hasJobs ? t`Open the failed jobs` : t`Open the console`,
        address: `${site.baseUrl}${hasJobs || !first ? FAILED_JOBS : pathOfFailure(first)}`,
      },
      after: t`You get this message, at most once an hour, because you administer ${site.name}.`,
      footer: footerOf(site, t`Stop mails about failures`),
    }
  },
}

const FAILED_JOBS = '/admin/settings/jobs?state=failed'

function describeFailure({ kind, name, count, id }: FailedWork): Sentence {
  switch (kind) {
    case 'import':
      return t`Import ${id}: ${name}`
    case 'webhook':
      return t`Webhook “${name}”, deliveries that failed: ${count}`
    case 'failing_webhook':
      return t`Webhook “${name}”: nothing has arrived for a day. After three days it is disabled, and misses what happens then.`
    case 'jobs':
      return t`Background job “${name.replaceAll('_', ' ')}”: ${count}`
  }
}

function pathOfFailure({ kind, id }: FailedWork): string {
  if (kind === 'jobs') return FAILED_JOBS
  return kind === 'import' ? `/admin/import/${id}` : `/admin/settings/webhooks?open=${id}`
}

function subjectOf({ name }: Site, fresh: number, waiting: number): Sentence {
  if (waiting > 0) return t`${name}: ${fresh} new, ${waiting} waiting for approval`
  return fresh > 0
    ? t`${name}: ${fresh} new`
    : t`${name}: a view that you subscribed to is not valid any more`
}

function headingOf(kind: DigestedForum['kind'], forum: string, count: number): Sentence {
  if (kind === 'new') return t`New in ${forum} (${count})`
  return kind === 'waiting'
    ? t`Waiting for approval in ${forum} (${count})`
    : t`Comments that wait for approval in ${forum} (${count})`
}

// Mails as programs of people and mail servers send them, made up for tests.

const lines = (...all: string[]) => all.join('\r\n')

export type MailParts = {
  from: string
  to: string
  id?: string
  headers?: string[]
  body: string[]
}

/** A mail with the usual headers. */
export const aMail = ({ from, to, id = crypto.randomUUID(), headers = [], body }: MailParts) =>
  lines(
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Re: Dark mode',
    `Message-ID: <${id}@client.test>`,
    'Date: Wed, 18 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
    '',
    ...body,
  )

export const plain = (charset = 'utf-8', encoding = '8bit') => [
  `Content-Type: text/plain; charset=${charset}`,
  `Content-Transfer-Encoding: ${encoding}`,
]
const HTML = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 8bit']

/** What our own mail looks like when it is quoted. */
export const MARKER = '## Reply above this line to comment ##'
export const GERMAN_MARKER = '## Zum Kommentieren über dieser Zeile antworten ##'

type Reply = {
  name: string
  /** What the person wrote. */
  expected: string
  headers: string[]
  body: string[]
}

const both = (text: string[], html: string[]): Pick<Reply, 'headers' | 'body'> => ({
  headers: ['Content-Type: multipart/alternative; boundary="b1"'],
  body: ['--b1', ...plain(), '', ...text, '--b1', ...HTML, '', ...html, '--b1--'],
})

export const REPLIES: Reply[] = [
  {
    name: 'Gmail in English, with the attribution on two lines',
    expected: 'Yes please!\n\nAlso on my phone.',
    ...both(
      [
        'Yes please!',
        '',
        'Also on my phone.',
        '',
        'On Wed, Nov 18, 2026 at 9:30 AM Feedback <feedback@example.test>',
        'wrote:',
        '',
        `> ${MARKER}`,
        '>',
        '> The status of "Dark mode" is planned.',
      ],
      ['<div dir="ltr">Yes please!</div><div class="gmail_quote">…</div>'],
    ),
  },
  {
    name: 'Gmail in German',
    expected: 'Sehr schön, danke!',
    headers: plain(),
    body: [
      'Sehr schön, danke!',
      '',
      'Am Mi., 18. Nov. 2026 um 09:30 Uhr schrieb Feedback <',
      'feedback@example.test>:',
      '',
      `> ${GERMAN_MARKER}`,
      '> Text',
    ],
  },
  {
    name: 'Gmail, HTML only',
    expected: 'Works for me.\nThanks & bye',
    headers: HTML,
    body: [
      '<div dir="ltr">Works for me.<br>Thanks &amp; bye</div><br>',
      '<div class="gmail_quote"><div class="gmail_attr">On Wed, Nov 18, 2026 at 9:30 AM Feedback &lt;<a href="mailto:f@example.test">f@example.test</a>&gt; wrote:<br></div>',
      `<blockquote class="gmail_quote"><p>${MARKER}</p><p>Dark mode is planned.</p></blockquote></div>`,
    ],
  },
  {
    name: 'Outlook for Windows',
    expected: 'We need this for the night shift.',
    headers: plain('windows-1252', 'quoted-printable'),
    body: [
      'We need this for the night shift.',
      '',
      'From: Feedback <feedback@example.test>',
      'Sent: Wednesday, November 18, 2026 9:30 AM',
      'To: Ann <ann@example.test>',
      'Subject: Dark mode',
      '',
      MARKER,
      'Dark mode is planned.',
    ],
  },
  {
    name: 'Outlook in German, HTML with a rule',
    expected: 'Für uns wäre das wichtig.',
    headers: HTML,
    body: [
      '<html><head><style>p {margin:0}</style></head><body><div><p class="MsoNormal">F&uuml;r uns w&auml;re das wichtig.<o:p></o:p></p>',
      '<p class="MsoNormal">&nbsp;</p><div style="border:none"><hr><p><b>Von:</b> Feedback &lt;f@example.test&gt;<br><b>Gesendet:</b> Mittwoch, 18. November 2026 09:30<br><b>An:</b> Ann<br><b>Betreff:</b> Dunkel</p></div>',
      `<p>${GERMAN_MARKER}</p><p>Der Status ist geplant.</p></div></body></html>`,
    ],
  },
  {
    name: 'Outlook on a telephone',
    expected: 'Yes.',
    headers: plain(),
    body: [
      'Yes.',
      '',
      'Get Outlook for iOS<https://aka.ms/o0ukef>',
      '________________________________',
      'From: Feedback <f@example.test>',
      'Sent: Wednesday, November 18, 2026 9:30:00 AM',
      'To: Ann <ann@example.test>',
      'Subject: Dark mode',
      '',
      MARKER,
      'Text',
    ],
  },
  {
    name: 'an old Outlook without our line',
    expected: 'Agreed.',
    headers: plain(),
    body: ['Agreed.', '', '-----Original Message-----', 'From: Feedback', 'Text of ours'],
  },
  {
    name: 'Apple Mail in English',
    expected: 'Please do 🙂',
    headers: plain('utf-8', 'quoted-printable'),
    body: [
      'Please do =F0=9F=99=82',
      '',
      '> On 18. Nov 2026, at 09:30, Feedback <f@example.test> wrote:',
      '>=20',
      `> ${MARKER}`,
      '> Text',
    ],
  },
  {
    name: 'an iPhone in German',
    expected: 'Gute Idee',
    headers: plain(),
    body: [
      'Gute Idee',
      '',
      'Von meinem iPhone gesendet',
      '',
      '> Am 18.11.2026 um 09:30 schrieb Feedback <f@example.test>:',
      '> ',
      `> ﻿${GERMAN_MARKER}`,
    ],
  },
  {
    name: 'Thunderbird, with the answer below the quote and a signature',
    expected: 'I would like that too.',
    headers: plain('iso-8859-1', 'quoted-printable'),
    body: [
      'On 11/18/26 09:30, Feedback wrote:',
      `> ${MARKER}`,
      '>',
      '> Dark mode is planned.',
      '',
      'I would like that too.',
      '',
      '--=20',
      'Ann Example',
      'ACME Ltd.',
    ],
  },
  {
    name: 'Thunderbird in German, with answers between the quotes',
    expected: 'Ja.\n\nNein, lieber später.',
    headers: plain('iso-8859-1', 'base64'),
    body: [
      Buffer.from(
        [
          'Am 18.11.26 um 09:30 schrieb Feedback:',
          '> Wollen Sie es testen?',
          '',
          'Ja.',
          '',
          '> Schon morgen?',
          '',
          'Nein, lieber später.',
        ].join('\r\n'),
        'latin1',
      ).toString('base64'),
    ],
  },
  {
    name: 'a text that only looks like an attribution',
    expected: 'Eva wrote:\nit is fine for her.\n\nOn the other hand Max wrote:\nno.',
    headers: plain(),
    body: ['Eva wrote:', 'it is fine for her.', '', 'On the other hand Max wrote:', 'no.'],
  },
  {
    name: 'an unknown character set',
    expected: 'Hello',
    headers: plain('x-made-up'),
    body: ['Hello'],
  },
  {
    name: 'an empty text part beside HTML',
    expected: 'From the web mail\n\n- one\n- two',
    ...both([''], ['<p>From the web mail</p><ul><li>one</li><li>two</li></ul>']),
  },
  {
    name: 'windows-1252 in eight bits',
    expected: 'Größer – 5 €',
    headers: plain('windows-1252', 'quoted-printable'),
    body: ['Gr=F6=DFer =96 5 =80'],
  },
]

type Report = { name: string; kind: string | undefined; status: string[]; type?: string }

const STATUS = 'message/delivery-status'

export const REPORTS: Report[] = [
  {
    name: 'Postfix: unknown user',
    kind: 'bounced',
    status: [
      'Reporting-MTA: dns; mx.example.test',
      'X-Postfix-Queue-ID: 4XyZ',
      '',
      'Final-Recipient: rfc822; ann@example.test',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 <ann@example.test>: Recipient address',
      '    rejected: User unknown',
    ],
  },
  {
    name: 'Exchange: not found',
    kind: 'bounced',
    status: [
      'Reporting-MTA: dns;mail.example.test',
      '',
      'Final-Recipient: RFC822; ann@example.test',
      'action: Failed',
      'status: 5.1.10',
      'Diagnostic-code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound',
    ],
  },
  {
    name: 'Exim, which says 5.0.0',
    kind: 'bounced',
    status: [
      'Reporting-MTA: dns; mx.example.test',
      '',
      'Action: failed',
      'Final-Recipient: rfc822;ann@example.test',
      'Status: 5.0.0',
      'Diagnostic-Code: smtp; 550 No such user here',
    ],
  },
  {
    name: 'Gmail: a full mailbox',
    kind: 'delayed',
    status: [
      'Reporting-MTA: dns; googlemail.com',
      '',
      'Action: failed',
      'Status: 5.2.2',
      'Diagnostic-Code: smtp; 552-5.2.2 The email account is over quota',
    ],
  },
  {
    name: 'a policy, which can change',
    kind: 'delayed',
    status: ['Reporting-MTA: dns; x', '', 'Action: failed', 'Status: 5.7.1'],
  },
  {
    name: 'a server that never answered',
    kind: 'delayed',
    status: ['Reporting-MTA: dns; x', '', 'Action: failed', 'Status: 4.4.1'],
  },
  {
    name: 'a delay that goes on',
    kind: undefined,
    status: ['Reporting-MTA: dns; x', '', 'Action: delayed', 'Status: 4.4.1'],
  },
  {
    name: 'a delivery',
    kind: undefined,
    status: ['Reporting-MTA: dns; x', '', 'Action: delivered', 'Status: 2.0.0'],
  },
  {
    name: 'a complaint',
    kind: 'complaint',
    type: 'message/feedback-report',
    status: ['Feedback-Type: abuse', 'User-Agent: Example/1', 'Version: 1'],
  },
  {
    name: 'no complaint',
    kind: undefined,
    type: 'message/feedback-report',
    status: ['Feedback-Type: not-spam', 'Version: 1'],
  },
]

export const aReport = ({ status, type = STATUS }: Report, to = 'b@reply.test') =>
  aMail({
    from: 'Mail Delivery System <MAILER-DAEMON@mx.example.test>',
    to,
    headers: [
      'Auto-Submitted: auto-replied',
      `Content-Type: multipart/report; report-type=${type.slice(8)}; boundary="r1"`,
    ],
    body: [
      '--r1',
      ...plain(),
      '',
      'This mail could not be delivered.',
      '--r1',
      `Content-Type: ${type}`,
      '',
      ...status,
      '',
      '--r1',
      'Content-Type: message/rfc822',
      '',
      'From: feedback@example.test',
      'Subject: Dark mode',
      '',
      'Text',
      '--r1--',
    ],
  })

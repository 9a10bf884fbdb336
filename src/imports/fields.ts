// The fields that the columns of a file can be mapped to, and the names that other systems give them.
import type { CustomFieldKey } from './custom-values.ts'
import type { Layout } from './layouts.ts'

export type ImportField = {
  name: string
  label: string
  required: boolean
  description: string
}

type FieldText = {
  label: string
  description: string
  /** Other names, in English and German, as `normalizeName` returns them. */
  synonyms?: string[]
}

const PEOPLE: Record<string, FieldText> = {
  'external_user.external_id': {
    label: 'User id',
    description: 'The id in your application. Without this column the e-mail address is the id.',
    synonyms: [
      'id',
      'userid',
      'externalid',
      'externaluserid',
      'customerid',
      'uuid',
      'guid',
      'benutzerid',
      'benutzernummer',
      'nutzerid',
      'kundennummer',
      'kundennr',
      'personennummer',
    ],
  },
  'external_user.email_address': {
    label: 'E-mail address',
    description: 'For example ann@example.com.',
    synonyms: [
      'email',
      'emailaddress',
      'mail',
      'mailaddress',
      'useremail',
      'contactemail',
      'emailadresse',
      'mailadresse',
    ],
  },
  'external_user.name': {
    label: 'Name',
    description: 'The name of the person.',
    synonyms: [
      'name',
      'fullname',
      'username',
      'displayname',
      'contact',
      'contactname',
      'person',
      'vollername',
      'vollstandigername',
      'benutzername',
      'kontakt',
      'ansprechpartner',
    ],
  },
  'external_user.created_timestamp': {
    label: 'User created',
    description: 'When the person signed up in your application.',
    synonyms: [
      'createdat',
      'created',
      'signupdate',
      'signedupat',
      'registeredat',
      'createdtimestamp',
      'erstelltam',
      'registriertam',
      'angelegtam',
      'anmeldedatum',
    ],
  },
  'external_user.ip': {
    label: 'IP address',
    description: 'The last known IP address.',
    synonyms: ['ip', 'ipaddress', 'lastip', 'ipadresse'],
  },
  'external_user.type': {
    label: 'Type',
    description: 'The role or type of the person in your application.',
    synonyms: ['type', 'role', 'usertype', 'userrole', 'typ', 'rolle', 'benutzertyp'],
  },
  'user.id': {
    label: 'Id of the user here',
    description: 'The id of a user of this service, instead of the e-mail address.',
  },
  'account.external_id': {
    label: 'Account id',
    description: 'The id in your application. Without this column the name is the id.',
    synonyms: [
      'accountid',
      'companyid',
      'organizationid',
      'organisationid',
      'tenantid',
      'externalaccountid',
      'firmenid',
      'firmennummer',
      'kontoid',
      'kontonummer',
      'mandant',
    ],
  },
  'account.name': {
    label: 'Account',
    description: 'The name of the company or organisation.',
    synonyms: [
      'company',
      'companyname',
      'account',
      'accountname',
      'organization',
      'organisation',
      'customer',
      'firma',
      'firmenname',
      'unternehmen',
      'kunde',
      'konto',
    ],
  },
  'account.plan': {
    label: 'Plan',
    description: 'What the account pays for.',
    synonyms: ['plan', 'planname', 'tier', 'subscription', 'tarif', 'abo', 'abonnement', 'paket'],
  },
  'account.mrr': {
    label: 'MRR',
    description: 'Monthly recurring revenue, for example 1200.50.',
    synonyms: [
      'mrr',
      'monthlyrevenue',
      'monthlyrecurringrevenue',
      'monthlyrate',
      'monatsumsatz',
      'monatlicherumsatz',
      'umsatz',
      'umsatzmonat',
      'umsatzpromonat',
      'monthlyspend',
    ],
  },
  'account.ltv': {
    label: 'LTV',
    description: 'Lifetime value, for example 9000.',
    synonyms: ['ltv', 'lifetimevalue', 'totalrevenue', 'kundenwert', 'gesamtumsatz'],
  },
  'account.created_timestamp': {
    label: 'Account created',
    description: 'When the account was created in your application.',
    synonyms: ['accountcreatedat', 'companycreatedat', 'customersince', 'kundeseit'],
  },
}

const SUGGESTIONS: Record<string, FieldText> = {
  title: {
    label: 'Title',
    description: 'At most 140 characters.',
    synonyms: [
      'titel',
      'subject',
      'headline',
      'summary',
      'idea',
      'suggestion',
      'request',
      'featurerequest',
      'betreff',
      'uberschrift',
      'idee',
      'vorschlag',
      'wunsch',
      'anforderung',
    ],
  },
  body: {
    label: 'Description',
    description: 'At most 10,000 characters.',
    synonyms: [
      'description',
      'text',
      'details',
      'content',
      'message',
      'beschreibung',
      'inhalt',
      'nachricht',
      'einzelheiten',
    ],
  },
  forum: {
    label: 'Forum',
    description: 'Its name or id. Without it the default forum.',
    synonyms: ['forumname', 'forumid', 'board', 'boardname', 'product', 'produkt'],
  },
  category: {
    label: 'Category',
    description: 'The name of a category of the forum.',
    synonyms: ['categoryname', 'topic', 'kategorie', 'thema', 'rubrik'],
  },
  status: {
    label: 'Status',
    description: 'The name of a status.',
    synonyms: ['statusname', 'progress', 'fortschritt', 'bearbeitungsstand'],
  },
  state: {
    label: 'State',
    description: 'Of a new suggestion: published, approved, or new, which is not public yet.',
    synonyms: ['zustand', 'visibility', 'sichtbarkeit'],
  },
  labels: {
    label: 'Labels',
    description: 'Names, separated by commas or bars.',
    synonyms: [
      'label',
      'tags',
      'tag',
      'keywords',
      'schlagworte',
      'schlagworter',
      'etiketten',
      'etikett',
    ],
  },
  user_email: {
    label: 'E-mail address of the author',
    description: 'Without it you are the author.',
    synonyms: [
      'email',
      'emailaddress',
      'mail',
      'authoremail',
      'creatoremail',
      'createdbyemail',
      'emailadresse',
      'mailadresse',
      'autoremail',
      'emaildesautors',
    ],
  },
  user_name: {
    label: 'Name of the author',
    description: 'For an author who does not exist yet.',
    synonyms: [
      'author',
      'authorname',
      'creator',
      'createdby',
      'username',
      'submittedby',
      'autor',
      'verfasser',
      'ersteller',
      'erstelltvon',
      'benutzername',
      'name',
    ],
  },
  votes: {
    label: 'Votes',
    description: 'The number of votes of the author, or the e-mail addresses of all who vote.',
    synonyms: [
      'vote',
      'votescount',
      'votecount',
      'upvotes',
      'voters',
      'supporters',
      'stimmen',
      'anzahlstimmen',
      'unterstutzer',
    ],
  },
  comment: {
    label: 'Comment',
    description: 'ann@example.com: text. There can be several such columns.',
    synonyms: ['comments', 'kommentar', 'kommentare', 'reply', 'antwort'],
  },
  created_at: {
    label: 'Created',
    description: 'For example 2026-01-31T00:00:00Z.',
    synonyms: [
      'created',
      'date',
      'creationdate',
      'submittedat',
      'timestamp',
      'datum',
      'erstelltam',
      'erstellt',
      'eingereichtam',
      'angelegtam',
    ],
  },
  external_id: {
    label: 'Id in the other system',
    description: 'Importing a suggestion with the same id again changes it.',
    synonyms: [
      'id',
      'reference',
      'ref',
      'key',
      'issuekey',
      'ticketid',
      'ideaid',
      'suggestionid',
      'postid',
      'externeid',
      'nummer',
      'kennung',
      'referenz',
    ],
  },
}

/** Without case, accents, spaces and punctuation: `E-Mail` is `email`, `Überschrift` is `uberschrift`. */
const normalizeName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A custom field that exists. */
export type KnownCustomField = CustomFieldKey & { name: string }

const ownFieldsOf = (layout: Layout, custom: KnownCustomField[]) =>
  layout.customFields.flatMap(({ prefix, objectType }) =>
    custom
      .filter((field) => field.objectType === objectType)
      .map(({ key, name }) => ({ field: `${prefix}${key}`, key, name })),
  )

const textsOf = ({ collection, isExport }: Layout): Record<string, FieldText> =>
  isExport ? {} : collection === 'suggestions' ? SUGGESTIONS : PEOPLE

/** All fields of the layout, with the custom fields that exist. */
export function listFields(layout: Layout, custom: KnownCustomField[]): ImportField[] {
  const required = new Set(layout.required.flatMap((group) => (group.length === 1 ? group : [])))
  const texts = textsOf(layout)
  return [
    ...[...layout.columns.keys()].map((name) => ({
      name,
      label: texts[name]?.label ?? name,
      required: required.has(name),
      description: texts[name]?.description ?? '',
    })),
    ...ownFieldsOf(layout, custom).map(({ field, name }) => ({
      name: field,
      label: name,
      required: false,
      description: 'A custom field.',
    })),
  ]
}

/** The field of each column, or null. An exact name wins over a guess, and a field is guessed once. */
export function guessFields(
  names: string[],
  layout: Layout,
  custom: KnownCustomField[],
): (string | null)[] {
  const own = ownFieldsOf(layout, custom)
  const isExact = (name: string) =>
    layout.columns.has(name) || own.some(({ field }) => field === name)
  const candidates = new Map<string, string>()
  for (const { field, key, name } of own) {
    candidates.set(normalizeName(name), field)
    candidates.set(normalizeName(key.slice(3)), field)
  }
  for (const [field, { label, synonyms = [] }] of Object.entries(textsOf(layout)))
    for (const name of [field, label, ...synonyms]) candidates.set(normalizeName(name), field)
  const taken = new Set(names.filter(isExact))
  return names.map((name) => {
    if (isExact(name)) return name
    const guess = candidates.get(normalizeName(name).replace(/\d+$/, ''))
    if (guess === undefined) return null
    if (layout.columns.get(guess)?.isRepeated) return guess
    if (taken.has(guess)) return null
    taken.add(guess)
    return guess
  })
}

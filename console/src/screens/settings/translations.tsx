// The portal's texts in other languages: the text as it is, and its translation beside it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { putTranslations, translatableStringsQuery, translationsQuery } from '../../api/settings.ts'
import { Checkbox, SearchField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Loaded } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { SectionBody } from './parts.tsx'
import { useChange } from './use-change.ts'
import { useSettingsSearch } from './use-search.ts'

type Texts = Record<string, string>
type Kind = 'plain' | 'html'
type Row = { kind: Kind; name: string; text: string }

const isTag = (tag: string) => {
  try {
    return /^[a-z]{2,3}\b/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The language in the language of the reader. */
const languageName = (tag: string) =>
  new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? tag

export default function Translations() {
  const { search, change } = useSettingsSearch()
  const typed = search.locale ?? ''
  const locale = isTag(typed) ? typed : ''
  const strings = useQuery(translatableStringsQuery)
  const translations = useQuery(translationsQuery(locale))
  return (
    <SectionBody title={t('settings.translations')} hint={t('settings.translations.hint')}>
      <div className="max-w-72">
        <TextField
          label={t('settings.translations.language')}
          description={
            locale === '' ? t('settings.translations.language_hint') : languageName(locale)
          }
          value={typed}
          onChange={(next) => change({ locale: next.trim() }, true)}
          maxLength={35}
        />
      </div>
      {locale !== '' && (
        <Loaded query={strings}>
          {(all) => (
            <Loaded query={translations}>
              {(translated) => (
                <TranslationForm
                  key={locale}
                  locale={locale}
                  rows={(['plain', 'html'] as const).flatMap((kind) =>
                    Object.entries(all[kind] as Texts).map(([name, text]) => ({
                      kind,
                      name,
                      text,
                    })),
                  )}
                  translated={{ ...(translated.plain as Texts), ...(translated.html as Texts) }}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </SectionBody>
  )
}

function TranslationForm({
  locale,
  rows,
  translated,
}: {
  locale: string
  rows: Row[]
  translated: Texts
}) {
  const { run } = useChange('translatable_strings')
  const [changes, setChanges] = useState<Texts>({})
  const [query, setQuery] = useState('')
  const [isMissingOnly, setMissingOnly] = useState(false)
  const textOf = (name: string) => changes[name] ?? translated[name] ?? ''
  const changed = rows.filter(
    ({ name }) => changes[name] !== undefined && changes[name] !== (translated[name] ?? ''),
  )
  const missing = rows.filter(({ name }) => !translated[name]).length
  const needle = query.trim().toLocaleLowerCase()
  const shown = rows.filter(
    ({ name, text }) =>
      (!isMissingOnly || !translated[name]) &&
      `${name} ${text} ${textOf(name)}`.toLocaleLowerCase().includes(needle),
  )
  const save = async () => {
    const of = (kind: Kind) =>
      Object.fromEntries(
        changed
          .filter((row) => row.kind === kind)
          .map(({ name }) => [name, changes[name]?.trim() || null]),
      )
    await run(
      () => putTranslations(locale, { plain: of('plain'), html: of('html') }),
      t('settings.translations.saved', { count: changed.length }),
    )
    setChanges({})
  }
  return (
    <Form
      onSubmit={save}
      submitLabel={t('shell.save')}
      isDirty={changed.length > 0}
      isIncomplete={changed.length === 0}
    >
      <div className="flex flex-wrap items-center gap-4">
        <div className="w-64 max-sm:w-full">
          <SearchField
            label={t('settings.translations.search')}
            value={query}
            onChange={setQuery}
          />
        </div>
        <Checkbox
          label={t('settings.translations.missing', {
            count: missing,
            shown: formatNumber(missing),
          })}
          isSelected={isMissingOnly}
          onChange={setMissingOnly}
        />
      </div>
      {shown.length === 0 && <p className="text-sm text-muted">{t('settings.no_match')}</p>}
      <ul className="divide-y divide-border">
        {shown.map(({ kind, name, text }) => (
          <li key={name} className="grid gap-2 py-3 md:grid-cols-2">
            <div className="min-w-0 text-sm">
              <p className="text-xs text-muted [overflow-wrap:anywhere]" translate="no">
                {name}
              </p>
              <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
                {text}
              </p>
            </div>
            <TextField
              label={t('settings.translations.of', { name })}
              isLabelHidden
              name={`${kind}.${name}`}
              lang={locale}
              {...((kind === 'html' || text.length > 80) && { rows: 3 })}
              value={textOf(name)}
              onChange={(value) => setChanges({ ...changes, [name]: value })}
              maxLength={10_000}
            />
          </li>
        ))}
      </ul>
    </Form>
  )
}

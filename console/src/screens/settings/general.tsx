// The name of the installation, the currency of its amounts, and the language of its search.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeSettings,
  type InstallationSettings,
  settingsQuery,
} from '../../api/installation-settings.ts'
import { ComboBox, Select, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Loaded } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { SectionBody } from './parts.tsx'
import { FixedNote, isFixed } from './setting-parts.tsx'
import { useChange } from './use-change.ts'

const NO_CURRENCY = 'none'

const currencyOptions = () => {
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: 'currency' })
  return [
    { id: NO_CURRENCY, label: t('settings.general.no_currency') },
    ...Intl.supportedValuesOf('currency').map((id) => ({
      id,
      label: `${id} · ${names.of(id) ?? id}`,
    })),
  ]
}

export default function General() {
  const settings = useQuery(settingsQuery)
  return (
    <SectionBody title={t('settings.general')} hint={t('settings.general.hint')}>
      <Loaded query={settings}>{(data) => <GeneralForm settings={data} />}</Loaded>
    </SectionBody>
  )
}

function GeneralForm({ settings }: { settings: InstallationSettings }) {
  const { installation_name, currency, search_language } = settings
  const { run } = useChange('settings')
  const [name, setName] = useState(installation_name.value)
  const [money, setMoney] = useState(currency.value ?? NO_CURRENCY)
  const [language, setLanguage] = useState(search_language.value)
  const change = {
    ...(name.trim() !== installation_name.value && { installation_name: name.trim() }),
    ...(money !== (currency.value ?? NO_CURRENCY) && {
      currency: money === NO_CURRENCY ? null : money,
    }),
    ...(language !== search_language.value && { search_language: language }),
  }
  const isDirty = Object.keys(change).length > 0
  return (
    <div className="max-w-[560px]">
      <Form
        submitLabel={t('shell.save')}
        isDirty={isDirty}
        isIncomplete={!isDirty || name.trim() === ''}
        onSubmit={() => run(() => changeSettings(change), t('settings.general.saved'))}
      >
        <div className="space-y-2">
          <TextField
            label={t('settings.general.name')}
            description={t('settings.general.name_hint')}
            name="installation_name"
            value={name}
            onChange={setName}
            maxLength={60}
            isRequired
            isDisabled={isFixed(installation_name)}
          />
          <FixedNote setting={installation_name} />
        </div>
        <div className="space-y-2">
          <ComboBox
            label={t('settings.general.currency')}
            description={t('settings.general.currency_hint')}
            value={money}
            options={currencyOptions()}
            onChange={setMoney}
            isDisabled={isFixed(currency)}
          />
          <FixedNote setting={currency} />
        </div>
        <div>
          <Select
            label={t('settings.general.language')}
            value={language}
            options={search_language.allowed.map((id) => ({ id, label: languageName(id) }))}
            onChange={setLanguage}
          />
          <p className="mt-1 text-sm text-muted">
            {t(
              search_language.is_indexed
                ? 'settings.general.language_hint'
                : 'settings.general.indexing',
            )}
          </p>
        </div>
      </Form>
    </div>
  )
}

/** The names of the database are English words. */
function languageName(name: string): string {
  const code = LANGUAGE_CODES[name]
  if (name === 'simple') return t('settings.general.language_simple')
  const shown =
    code && new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(code)
  return shown ?? name
}

const LANGUAGE_CODES: Record<string, string> = {
  arabic: 'ar',
  armenian: 'hy',
  basque: 'eu',
  catalan: 'ca',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  estonian: 'et',
  finnish: 'fi',
  french: 'fr',
  german: 'de',
  greek: 'el',
  hindi: 'hi',
  hungarian: 'hu',
  indonesian: 'id',
  irish: 'ga',
  italian: 'it',
  lithuanian: 'lt',
  nepali: 'ne',
  norwegian: 'no',
  portuguese: 'pt',
  romanian: 'ro',
  russian: 'ru',
  serbian: 'sr',
  spanish: 'es',
  swedish: 'sv',
  tamil: 'ta',
  turkish: 'tr',
  yiddish: 'yi',
}

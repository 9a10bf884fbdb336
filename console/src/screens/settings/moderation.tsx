// What waits for a moderator on the portal, and how much people can add. Each forum chooses whose contributions wait.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeSettings,
  type InstallationSettings,
  type SettingsChange,
  settingsQuery,
} from '../../api/installation-settings.ts'
import { Select, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Loaded } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { MODERATION_TIERS } from './moderation-tiers.ts'
import { SectionBody } from './parts.tsx'
import { FixedNote, isFixed } from './setting-parts.tsx'
import { toLines } from './to-lines.ts'
import { useChange } from './use-change.ts'

const DEFAULTS = ['default_suggestion_moderation', 'default_comment_moderation'] as const
const NUMBERS = [
  'newcomer_links',
  'repeated_text_minutes',
  'reports_to_hide',
  'guest_work_bits',
  'suggestions_per_hour',
  'comments_per_hour',
  'votes_per_hour',
  'content_reports_per_hour',
  'files_per_hour',
] as const

export default function Moderation() {
  const settings = useQuery(settingsQuery)
  return (
    <SectionBody title={t('settings.moderation')} hint={t('settings.moderation.hint')}>
      <Loaded query={settings}>
        {(data) => <ModerationForm key={JSON.stringify(data)} settings={data} />}
      </Loaded>
    </SectionBody>
  )
}

function ModerationForm({ settings }: { settings: InstallationSettings }) {
  const { run } = useChange('settings')
  const [tiers, setTiers] = useState(() =>
    Object.fromEntries(DEFAULTS.map((name) => [name, settings[name].value as string])),
  )
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(NUMBERS.map((name) => [name, String(settings[name].value ?? '')])),
  )
  const storedWords = settings.held_words.value.join('\n')
  const [words, setWords] = useState(storedWords)
  const change = {
    ...Object.fromEntries(
      DEFAULTS.filter((name) => tiers[name] !== settings[name].value).map((name) => [
        name,
        tiers[name],
      ]),
    ),
    ...(words !== storedWords && { held_words: toLines(words) }),
    ...Object.fromEntries(
      NUMBERS.filter((name) => texts[name] !== String(settings[name].value ?? '')).map((name) => [
        name,
        texts[name] === '' ? null : Number(texts[name]),
      ]),
    ),
  } as SettingsChange
  const isDirty = Object.keys(change).length > 0
  const isNumeric = NUMBERS.every((name) => /^\d*$/.test(texts[name] ?? ''))
  return (
    <div className="max-w-[760px]">
      <Form
        submitLabel={t('shell.save')}
        isDirty={isDirty}
        isIncomplete={!isDirty || !isNumeric}
        onSubmit={() => run(() => changeSettings(change), t('settings.moderation.saved'))}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {DEFAULTS.map((name) => (
            <div key={name} className="space-y-2">
              <Select
                label={t(`settings.moderation.of.${name}`)}
                options={MODERATION_TIERS.map((id) => ({
                  id,
                  label: t(`settings.forums.moderation.${id}`),
                }))}
                value={tiers[name] ?? ''}
                onChange={(tier) => setTiers({ ...tiers, [name]: tier })}
                isDisabled={isFixed(settings[name])}
              />
              <FixedNote setting={settings[name]} />
            </div>
          ))}
        </div>
        <div className="space-y-2">
          <TextField
            label={t('settings.moderation.of.held_words')}
            description={t('settings.moderation.held_words_hint')}
            name="held_words"
            value={words}
            onChange={setWords}
            rows={6}
            isDisabled={isFixed(settings.held_words)}
          />
          <FixedNote setting={settings.held_words} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {NUMBERS.map((name) => (
            <div key={name} className="space-y-2">
              <TextField
                label={t(`settings.moderation.of.${name}`)}
                description={t('settings.limits.default', {
                  limit: formatNumber(settings[name].default ?? 0),
                })}
                name={name}
                inputMode="numeric"
                value={texts[name] ?? ''}
                onChange={(text) => setTexts({ ...texts, [name]: text })}
                maxLength={6}
                isDisabled={isFixed(settings[name])}
              />
              <FixedNote setting={settings[name]} />
            </div>
          ))}
        </div>
      </Form>
    </div>
  )
}

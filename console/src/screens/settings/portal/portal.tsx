// How the portal looks and what it says, with a preview of what is not saved yet.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  changeSettings,
  type InstallationSettings,
  settingsQuery,
} from '../../../api/installation-settings.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox, Select, TextField } from '../../../components/fields.tsx'
import { Form } from '../../../components/form.tsx'
import { Loaded } from '../../../components/states.tsx'
import { PictureDrop } from '../../../components/uploads/picture-drop.tsx'
import { t } from '../../../core/i18n.ts'
import { CONTRAST, ColorField } from '../color-field.tsx'
import { Part, SectionBody } from '../parts.tsx'
import { FixedNote, isFixed } from '../setting-parts.tsx'
import { useChange } from '../use-change.ts'
import { changeOf, type Draft, toDraft } from './draft.ts'
import { Frames } from './frames.tsx'
import { Links } from './links.tsx'
import { PortalTexts } from './texts.tsx'
import { usePreview } from './use-preview.ts'

const AUDIENCES = ['everyone', 'signed_in', 'staff'] as const
const THEMES = ['system', 'light', 'dark'] as const
const PICTURES = ['portal_logo', 'portal_logo_dark', 'portal_icon'] as const
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml']
const MAX_CSS = 10_000

/** Each can be read on the light, or on the dark theme. */
const ACCENTS = {
  light: [
    '#1f5fd6',
    '#0a6a8f',
    '#0b7166',
    '#267337',
    '#566610',
    '#885800',
    '#ad4415',
    '#b82f40',
    '#ad2f7b',
    '#7f43b5',
    '#5a50c8',
    '#5a616d',
  ],
  dark: [
    '#7aa7ff',
    '#4fb6de',
    '#3fc4b4',
    '#63c379',
    '#a8bd3f',
    '#e0a63a',
    '#f18a55',
    '#f58791',
    '#ee85c0',
    '#c39af0',
    '#a7a0f5',
    '#a9b0bc',
  ],
}

export default function Portal() {
  const settings = useQuery(settingsQuery)
  return (
    <SectionBody title={t('settings.portal')} hint={t('settings.portal.hint')}>
      <Loaded query={settings}>
        {(data) => <PortalForm key={JSON.stringify(data)} settings={data} />}
      </Loaded>
    </SectionBody>
  )
}

function PortalForm({ settings }: { settings: InstallationSettings }) {
  const { run } = useChange('settings')
  const [draft, setDraft] = useState(() => toDraft(settings))
  const [busy, setBusy] = useState<Record<string, boolean>>({})
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const change = changeOf(draft, settings)
  const { version, problems } = usePreview(change)
  const isDirty = Object.keys(change).length > 0
  const isBusy = Object.values(busy).some(Boolean)
  const hasProblem = Object.keys(change).some((name) => problems[name] !== undefined)
  const field = (name: keyof typeof settings & keyof Draft, children: ReactNode) => (
    <div className="space-y-2">
      {children}
      <Problem text={problems[name]} onUse={(color) => set({ [name]: color })} />
      <FixedNote setting={settings[name]} />
    </div>
  )
  const picture = (name: (typeof PICTURES)[number]) =>
    field(
      name,
      <>
        <h3 className="text-sm font-medium">{t(`settings.portal.of.${name}`)}</h3>
        <PictureDrop
          types={PICTURE_TYPES}
          picture={draft[name]}
          onPicture={(id) => set({ [name]: id })}
          onBusy={(is) => setBusy((all) => (all[name] === is ? all : { ...all, [name]: is }))}
          texts={{
            add: t('settings.portal.add_picture'),
            replace: t('settings.portal.replace_picture'),
            remove: t('settings.portal.remove_picture'),
            hint: t(
              name === 'portal_icon' ? 'settings.portal.icon_hint' : 'settings.portal.logo_hint',
            ),
            refused: t('settings.portal.no_picture'),
          }}
        />
      </>,
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Form
        submitLabel={t('shell.save')}
        isDirty={isDirty}
        isIncomplete={!isDirty || isBusy || hasProblem || draft.installation_name.trim() === ''}
        onSubmit={() => run(() => changeSettings(change), t('settings.portal.saved'))}
      >
        <Part title={t('settings.portal.part.brand')}>
          {field(
            'installation_name',
            <TextField
              label={t('settings.general.name')}
              description={t('settings.general.name_hint')}
              name="installation_name"
              value={draft.installation_name}
              onChange={(installation_name) => set({ installation_name })}
              maxLength={60}
              isRequired
              isDisabled={isFixed(settings.installation_name)}
            />,
          )}
          {PICTURES.map((name) => (
            <div key={name}>{picture(name)}</div>
          ))}
        </Part>
        <Part title={t('settings.portal.part.colours')} hint={t('settings.portal.contrast_hint')}>
          {field(
            'portal_accent',
            <ColorField
              label={t('settings.portal.of.portal_accent')}
              name="portal_accent"
              value={draft.portal_accent}
              onChange={(portal_accent) => set({ portal_accent })}
              palette={ACCENTS.light}
              themes={['light']}
              needed={CONTRAST.text}
              isDisabled={isFixed(settings.portal_accent)}
            />,
          )}
          {field(
            'portal_accent_dark',
            <ColorField
              label={t('settings.portal.of.portal_accent_dark')}
              name="portal_accent_dark"
              value={draft.portal_accent_dark}
              onChange={(portal_accent_dark) => set({ portal_accent_dark })}
              palette={ACCENTS.dark}
              themes={['dark']}
              needed={CONTRAST.text}
              emptyHint={t('settings.portal.accent_derived')}
              isDisabled={isFixed(settings.portal_accent_dark)}
            />,
          )}
          {field(
            'portal_theme',
            <Select
              label={t('settings.portal.of.portal_theme')}
              options={THEMES.map((id) => ({ id, label: t(`settings.portal.theme.${id}`) }))}
              value={draft.portal_theme}
              onChange={(id) => set({ portal_theme: id as Draft['portal_theme'] })}
              isDisabled={isFixed(settings.portal_theme)}
            />,
          )}
        </Part>
        <Part title={t('settings.portal.of.portal_links')} hint={t('settings.portal.links_hint')}>
          {field(
            'portal_links',
            <Links
              links={draft.portal_links}
              onChange={(portal_links) => set({ portal_links })}
              isDisabled={isFixed(settings.portal_links)}
            />,
          )}
        </Part>
        <Part title={t('settings.portal.of.portal_texts')} hint={t('settings.portal.texts_hint')}>
          {field(
            'portal_texts',
            <PortalTexts
              texts={draft.portal_texts}
              onChange={(portal_texts) => set({ portal_texts })}
              isDisabled={isFixed(settings.portal_texts)}
            />,
          )}
        </Part>
        <Part title={t('settings.portal.part.audience')}>
          {field(
            'portal_audience',
            <Select
              label={t('settings.portal.of.portal_audience')}
              options={AUDIENCES.map((id) => ({ id, label: t(`settings.portal.audience.${id}`) }))}
              value={draft.portal_audience}
              onChange={(id) => set({ portal_audience: id as Draft['portal_audience'] })}
              isDisabled={isFixed(settings.portal_audience)}
            />,
          )}
          {field(
            'portal_noindex',
            <Checkbox
              label={t('settings.portal.of.portal_noindex')}
              isSelected={draft.portal_noindex}
              onChange={(portal_noindex) => set({ portal_noindex })}
              isDisabled={isFixed(settings.portal_noindex)}
            />,
          )}
          {field(
            'portal_supporters',
            <Checkbox
              label={t('settings.portal.of.portal_supporters')}
              isSelected={draft.portal_supporters}
              onChange={(portal_supporters) => set({ portal_supporters })}
              isDisabled={isFixed(settings.portal_supporters)}
            />,
          )}
          {field(
            'portal_hosts',
            <TextField
              label={t('settings.portal.of.portal_hosts')}
              description={t('settings.portal.hosts_hint')}
              name="portal_hosts"
              rows={2}
              value={draft.portal_hosts}
              onChange={(portal_hosts) => set({ portal_hosts })}
              isDisabled={isFixed(settings.portal_hosts)}
            />,
          )}
        </Part>
        <Part title={t('settings.portal.of.portal_css')} hint={t('settings.portal.css_hint')}>
          {field(
            'portal_css',
            <TextField
              label={t('settings.portal.of.portal_css')}
              isLabelHidden
              name="portal_css"
              rows={6}
              spellCheck="false"
              placeholder={':root { --es-radius: 2px }'}
              countTo={MAX_CSS}
              value={draft.portal_css}
              onChange={(portal_css) => set({ portal_css })}
              isDisabled={isFixed(settings.portal_css)}
            />,
          )}
          <Names />
        </Part>
      </Form>
      <div className="lg:sticky lg:top-4">
        <Frames version={version} />
        <Problem text={problems['']} />
      </div>
    </div>
  )
}

/** What the service says is wrong. A colour that it suggests can be used at once. */
function Problem({ text, onUse }: { text: string | undefined; onUse?: (color: string) => void }) {
  const suggested = /(#[0-9a-f]{6})\.$/.exec(text ?? '')?.[1]
  return (
    <div role="status">
      {text !== undefined && (
        <p className="text-sm text-danger [overflow-wrap:anywhere]">
          {text}{' '}
          {suggested && onUse && (
            <Button onPress={() => onUse(suggested)}>
              {t('settings.portal.use_color', { color: suggested })}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

const PROPERTIES = [
  '--es-accent',
  '--es-accent-ink',
  '--es-paper',
  '--es-tint',
  '--es-ink',
  '--es-soft',
  '--es-line',
  '--es-radius',
  '--es-font',
  '--es-width',
]
const PARTS = [
  '.es-header',
  '.es-footer',
  '.es-card',
  '.es-vote',
  '.es-button',
  '.es-status',
  '.es-title',
  '.es-text',
]

const Names = () => (
  <p className="text-sm text-muted">
    {t('settings.portal.css_names')}{' '}
    {[...PROPERTIES, ...PARTS].map((name) => (
      <span key={name}>
        <code translate="no" className="whitespace-nowrap">
          {name}
        </code>{' '}
      </span>
    ))}
  </p>
)

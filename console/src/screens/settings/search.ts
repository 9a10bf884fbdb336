// The state of the settings in their address.

const NAMES: readonly string[] = [
  'forum',
  'object_type',
  'q',
  'state',
  'open',
  'sort',
  'columns',
  'action',
  'user',
  'created_after',
  'created_before',
  'locale',
  'delivery',
]

export type SettingsSearch = {
  forum?: string
  object_type?: string
  q?: string
  state?: string
  /** The record that is shown in a dialog, or as a page. */
  open?: string
  sort?: string
  columns?: string
  action?: string
  user?: string
  created_after?: string
  created_before?: string
  /** The language of translations. */
  locale?: string
  /** The delivery of a webhook that is shown in a dialog. */
  delivery?: string
}

/** What is not ours is dropped. */
export const parseSettingsSearch = (search: Record<string, unknown>): SettingsSearch =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => NAMES.includes(name) && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

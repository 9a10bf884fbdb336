// How the portal of an installation looks, and what it says about itself.
import type { Language } from '../src/texts/texts.ts'

export type Look = {
  /** Addresses of this service. */
  logo: { light: string; dark: string } | null
  icon: string | null
  /** #rrggbb */
  accent: { light: string; dark: string }
  theme: 'system' | 'light' | 'dark'
  links: { text: string; url: string }[]
  /** Empty: our own words. */
  texts: Record<
    Language,
    { title: string; introduction: string; suggestIntroduction: string; footer: string }
  >
  /** Own CSS that was checked. */
  css: string
  isIndexed: boolean
  audience: 'everyone' | 'signed_in' | 'staff'
}

const NO_TEXTS = { title: '', introduction: '', suggestIntroduction: '', footer: '' }

export const DEFAULT_LOOK: Look = {
  logo: null,
  icon: null,
  accent: { light: '#1f5fd6', dark: '#7aa7ff' },
  theme: 'system',
  links: [],
  texts: { en: NO_TEXTS, de: NO_TEXTS },
  css: '',
  isIndexed: true,
  audience: 'everyone',
}

// The thumbnail of a file that has none: an icon with its type and its extension.
import { extensionOf } from './content-type.ts'

type FileFamily = { colour: string; label: string; sign: string }

// Signs are white lines in a square of 96 × 96.
const FAMILIES = {
  image: {
    colour: '#2f855a',
    label: 'IMAGE',
    sign: '<rect x="8" y="16" width="80" height="64" rx="6"/><circle cx="32" cy="37" r="7"/><path d="M14 74l24-22 14 12 16-18 20 24"/>',
  },
  pdf: {
    colour: '#c53030',
    label: 'PDF',
    sign: '<path d="M14 18h68M14 38h68M14 58h68M14 78h40"/>',
  },
  archive: {
    colour: '#b7791f',
    label: 'ZIP',
    sign: '<rect x="10" y="10" width="76" height="76" rx="6"/><path d="M48 10v10M48 28v8M48 44v8"/><rect x="40" y="58" width="16" height="16" rx="3"/>',
  },
  sheet: {
    colour: '#276749',
    label: 'TABLE',
    sign: '<rect x="8" y="14" width="80" height="68" rx="6"/><path d="M8 36h80M8 59h80M36 14v68M62 14v68"/>',
  },
  slides: {
    colour: '#c05621',
    label: 'SLIDE',
    sign: '<rect x="8" y="12" width="80" height="52" rx="6"/><path d="M48 64v10M30 86l18-12 18 12M28 48V38M48 48V28M68 48V34"/>',
  },
  document: {
    colour: '#2b6cb0',
    label: 'DOC',
    sign: '<path d="M12 16h72M12 36h72M12 56h72M12 76h46"/>',
  },
  video: {
    colour: '#6b46c1',
    label: 'VIDEO',
    sign: '<rect x="8" y="16" width="80" height="64" rx="8"/><path d="M40 34v28l24-14z"/>',
  },
  audio: {
    colour: '#b83280',
    label: 'AUDIO',
    sign: '<path d="M36 72V22l40-8v50"/><circle cx="26" cy="72" r="10"/><circle cx="66" cy="64" r="10"/>',
  },
  text: {
    colour: '#4a5568',
    label: 'TEXT',
    sign: '<path d="M14 20h68M14 38h50M14 56h60M14 74h34"/>',
  },
  unknown: {
    colour: '#718096',
    label: 'FILE',
    sign: '<circle cx="18" cy="48" r="2"/><circle cx="48" cy="48" r="2"/><circle cx="78" cy="48" r="2"/>',
  },
} satisfies Record<string, FileFamily>

/** The first match wins. */
const FAMILY_BY_TYPE: [RegExp, keyof typeof FAMILIES][] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/pdf$/, 'pdf'],
  [/spreadsheet|ms-excel|csv|tab-separated/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/wordprocessing|msword|opendocument\.text|rtf|epub/, 'document'],
  [/zip|gzip|tar|compressed|7z|rar|bzip|zstd|x-xz/, 'archive'],
  [/^text\/|json|xml|yaml/, 'text'],
]

export function renderIcon(contentType: string, fileName: string): string {
  const kind = FAMILY_BY_TYPE.find(([pattern]) => pattern.test(contentType))?.[1] ?? 'unknown'
  const { colour, label, sign } = FAMILIES[kind]
  // Only letters and digits, so nothing needs escaping.
  const extension = extensionOf(fileName).toUpperCase()
  return `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="-4 0 240 240" role="img">
<path d="M48 12h104l40 40v168a8 8 0 0 1-8 8H48a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z" fill="${colour}"/>
<path d="M152 12l40 40h-32a8 8 0 0 1-8-8z" fill="#fff" fill-opacity=".45"/>
<g transform="translate(68 56)" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">${sign}</g>
<text x="116" y="206" fill="#fff" font-family="system-ui,Helvetica,Arial,sans-serif" font-size="30" font-weight="700" text-anchor="middle">${(extension || label).slice(0, 5)}</text>
</svg>`
}

// An encoding that cannot be known: a person looks at some texts and judges.
import { Select } from '../../components/fields.tsx'
import { t } from '../../core/i18n.ts'
import { ENCODINGS, type Encoding, sampleOf } from '../../core/text-file.ts'
import type { ImportDraft } from './use-import.ts'

export function EncodingChoice({ draft }: { draft: ImportDraft }) {
  const { file } = draft
  if (!file || file.source.isCertain) return null
  return (
    <section
      aria-label={t('import.encoding')}
      className="grid gap-3 rounded border border-warning p-3 md:grid-cols-[290px_minmax(0,1fr)]"
    >
      <Select
        label={t('import.encoding')}
        options={ENCODINGS.map((id) => ({ id, label: t(`import.encoding.${id}`) }))}
        value={file.source.encoding}
        onChange={(id) => draft.decode(id as Encoding)}
      />
      <div className="min-w-0 text-sm">
        <p>{t('import.encoding_hint')}</p>
        <ul aria-label={t('import.encoding_sample')} className="mt-1 space-y-0.5">
          {sampleOf(file.text).map((sample, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples can be equal
            <li key={i} dir="auto" className="truncate rounded-sm bg-sunken px-2 py-0.5 font-mono">
              {sample}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

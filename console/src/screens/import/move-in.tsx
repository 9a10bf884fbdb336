import { Link } from '@tanstack/react-router'
import { Cloud } from 'lucide-react'
import { buttonClass } from '../../components/button.tsx'
import { t } from '../../core/i18n.ts'

/** Leads to the other way in: a whole account instead of a file. */
export const MoveIn = () => (
  <section
    aria-label={t('import.move')}
    className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-border px-4 py-3"
  >
    <Cloud size={20} aria-hidden className="shrink-0 text-accent" />
    <div className="min-w-0 flex-1 basis-64">
      <h2 className="text-sm font-semibold">{t('import.move')}</h2>
      <p className="text-sm text-muted">{t('import.move_hint')}</p>
    </div>
    <Link to="/import/$id" params={{ id: 'move' }} className={buttonClass()}>
      {t('import.move_open')}
    </Link>
  </section>
)

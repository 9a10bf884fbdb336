// The ends of a record's header: back to the list or close, and open as a page.
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Maximize2, X } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { type MessageId, t } from '../../core/i18n.ts'
import { Button, IconButton } from '../button.tsx'
import type { Collection, ListPath } from '../list/declaration.ts'
import { notify } from '../toasts.tsx'
import { OpenedFromContext, Steps } from './steps.tsx'
import { Visitors } from './visitors.tsx'

const COLLECTIONS = {
  '/suggestions': 'suggestions',
  '/users': 'users',
  '/accounts': 'external_accounts',
  '/feedback': 'feedback_records',
} as const satisfies Record<ListPath, Collection>

export type RecordNavigationProps = {
  /** The list of such records. */
  path: ListPath | '/import'
  listTitle: MessageId
  id: number
  isBeside: boolean
  onClose: () => void
  /** The actions. */
  children: ReactNode
}

export const RecordNavigation = ({
  path,
  listTitle,
  id,
  isBeside,
  onClose,
  children,
}: RecordNavigationProps) => (
  <>
    {isBeside ? (
      <IconButton icon={X} label={t('record.close')} onPress={onClose} keys="Escape" />
    ) : (
      <Button look="quiet" icon={ArrowLeft} onPress={onClose}>
        {t(listTitle)}
      </Button>
    )}
    <span className="text-sm text-muted tabular-nums">#{id}</span>
    <Steps id={id} isBeside={isBeside} />
    <span className="flex-1" />
    {path !== '/import' && <Visitors collection={COLLECTIONS[path]} id={id} />}
    {children}
    {isBeside && path !== '/import' && <PageLink path={path} id={id} />}
  </>
)

/** The page knows the list, so that it leads on to the next record. */
function PageLink({ path, id }: { path: ListPath; id: number }) {
  const list = use(OpenedFromContext)?.search
  return (
    <Link
      to={`${path}/$id`}
      params={{ id: String(id) }}
      search={{ list }}
      aria-label={t('record.open_page')}
      title={t('record.open_page')}
      className="grid size-8 place-items-center rounded hover:bg-hover"
    >
      <Maximize2 size={16} aria-hidden />
    </Link>
  )
}

/** Copies the address of a record, which has no state of the list. */
export async function copyLink(path: RecordNavigationProps['path'], id: number): Promise<void> {
  const link = `${location.origin}/admin${path}/${id}`
  // Browsers offer the clipboard over https only.
  await navigator.clipboard?.writeText(link)
  notify({ message: navigator.clipboard ? t('record.link_copied') : link })
}

// The record of an address, and what its screens share.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft, SearchX } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../core/i18n.ts'
import { buttonClass } from '../button.tsx'
import { EmptyState } from '../states.tsx'

/** Says so when the address has no number that could be an id. Another record starts anew. */
export const RecordById = ({
  id,
  children,
}: {
  id: string
  children: (id: number) => ReactNode
}) =>
  /^[1-9]\d{0,15}$/.test(id) ? (
    <Fragment key={id}>{children(Number(id))}</Fragment>
  ) : (
    <EmptyState
      level={1}
      icon={SearchX}
      title={t('shell.not_found')}
      hint={t('shell.not_found_hint')}
    />
  )

/** To the list that the record is from. */
export const BackLink = ({ to, children }: Pick<LinkProps, 'to'> & { children: ReactNode }) => (
  <Link to={to} className={buttonClass('quiet')}>
    <ArrowLeft size={16} aria-hidden />
    {children}
  </Link>
)

/** What the edit began from, which somebody else may change meanwhile. */
export function useEditBase<T>(saved: T, isEdited: boolean) {
  const base = useRef(saved)
  useEffect(() => {
    if (!isEdited) base.current = saved
  }, [isEdited, saved])
  return base
}

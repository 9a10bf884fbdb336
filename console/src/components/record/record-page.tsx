// A record as a page, by the id in its address.
import { useNavigate, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ComponentType } from 'react'
import { t } from '../../core/i18n.ts'
import type { RecordProps } from '../list/declaration.ts'
import { EmptyState } from '../states.tsx'
import type { RecordNavigationProps } from './navigation.tsx'

export function RecordPage({
  list,
  Record,
}: {
  list: RecordNavigationProps['path']
  Record: ComponentType<RecordProps>
}) {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  if (!/^[1-9]\d{0,15}$/.test(id))
    return (
      <EmptyState icon={SearchX} title={t('shell.not_found')} hint={t('shell.not_found_hint')} />
    )
  return (
    <Record key={id} id={Number(id)} isBeside={false} onClose={() => void navigate({ to: list })} />
  )
}

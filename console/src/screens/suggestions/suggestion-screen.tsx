// A suggestion as a page.
import { useNavigate, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { EmptyState } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import SuggestionRecord from './record/suggestion-record.tsx'

export default function SuggestionScreen() {
  const { id } = useParams({ from: '/suggestions/$id' })
  const navigate = useNavigate()
  if (!/^[1-9]\d{0,15}$/.test(id))
    return (
      <EmptyState icon={SearchX} title={t('shell.not_found')} hint={t('shell.not_found_hint')} />
    )
  return (
    <SuggestionRecord
      id={Number(id)}
      isBeside={false}
      onClose={() => void navigate({ to: '/suggestions' })}
    />
  )
}

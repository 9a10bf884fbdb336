import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useHasRole } from '../../api/session.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { NoSuchPage, useRecordId } from '../../components/record/record-page.tsx'
import { PendingPage } from '../../components/states.tsx'
import ImportRecord from './import-record.tsx'
import { NotAllowed } from './not-allowed.tsx'

/** Loaded when somebody moves in, which is rare. */
const MoveScreen = lazyPart(() => import('./move/move-screen.tsx'))

export default function ImportRecordScreen() {
  const { id: name } = useParams({ strict: false })
  const id = useRecordId()
  const navigate = useNavigate()
  const isAllowed = useHasRole('admin')
  if (!isAllowed) return <NotAllowed />
  if (name === 'move')
    return (
      <Suspense fallback={<PendingPage />}>
        <MoveScreen />
      </Suspense>
    )
  if (id === undefined) return <NoSuchPage />
  return (
    <ImportRecord
      key={id}
      id={id}
      isBeside={false}
      onClose={() => void navigate({ to: '/import' })}
    />
  )
}

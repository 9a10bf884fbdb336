import { Ban, CircleCheck, Download, Eraser, Link2, MoreHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { exportUser, setBlocked } from '../../../api/people.ts'
import { useHasRole, useSession } from '../../../api/session.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { download } from '../../../components/download.ts'
import { Menu, type MenuAction } from '../../../components/menu.tsx'
import { nameOf } from '../../../components/person.tsx'
import { copyLink, RecordNavigation } from '../../../components/record/navigation.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notify } from '../../../components/toasts.tsx'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'
import { isBlocked } from '../state.tsx'
import { usePerson } from './context.ts'

const EraseDialog = lazy(() => import('./erase-dialog.tsx'))

export function UserHeader({ isBeside, onClose }: { isBeside: boolean; onClose: () => void }) {
  const { user, refresh } = usePerson()
  const isAdmin = useHasRole('admin')
  const { user: self } = useSession()
  const [isErasing, setErasing] = useState(false)
  const willBlock = !isBlocked(user.allowed_state)
  const set = async (blocked: boolean) => {
    await setBlocked(user.id, blocked)
    await refresh()
  }
  const toggle = () =>
    set(willBlock).then(
      () =>
        notifyDone(
          t(willBlock ? 'people.blocked' : 'people.unblocked', { name: nameOf(user) }),
          () => set(!willBlock),
        ),
      reportFailure,
    )
  const personal: MenuAction[] = isAdmin
    ? [
        {
          id: 'export',
          label: t('people.export'),
          icon: Download,
          onAction: () => void exportPerson(user.id),
        },
        // The owner cannot be erased, and nobody erases themselves.
        ...(user.is_owner || user.id === self.id
          ? []
          : [
              {
                id: 'erase',
                label: t('people.erase'),
                icon: Eraser,
                isDangerous: true,
                onAction: () => setErasing(true),
              },
            ]),
      ]
    : []
  return (
    <RecordNavigation
      path="/users"
      listTitle="shell.users"
      id={user.id}
      isBeside={isBeside}
      onClose={onClose}
    >
      {isAdmin && user.id !== self.id && (
        <Button icon={willBlock ? Ban : CircleCheck} onPress={() => void toggle()}>
          {t(willBlock ? 'people.block' : 'people.unblock')}
        </Button>
      )}
      <Menu
        label={t('people.more')}
        groups={[
          { actions: personal },
          {
            actions: [
              {
                id: 'copy',
                label: t('record.copy_link'),
                icon: Link2,
                onAction: () => void copyLink('/users', user.id),
              },
            ],
          },
        ].filter(({ actions }) => actions.length > 0)}
      >
        <IconButton icon={MoreHorizontal} label={t('people.more')} />
      </Menu>
      <Suspense>
        {isErasing && <EraseDialog onClose={() => setErasing(false)} onErased={onClose} />}
      </Suspense>
    </RecordNavigation>
  )
}

/** Everything the service knows about the person, as a file. */
async function exportPerson(id: number): Promise<void> {
  try {
    const text = JSON.stringify(await exportUser(id), null, 2)
    download(new Blob([text], { type: 'application/json' }), `person-${id}.json`)
    notify({ message: t('list.export.done'), tone: 'success' })
  } catch (error) {
    reportFailure(error)
  }
}

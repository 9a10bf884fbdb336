import {
  Ban,
  CircleCheck,
  Download,
  Eraser,
  GitMerge,
  Lightbulb,
  Link2,
  MoreHorizontal,
  Pencil,
  ThumbsUp,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { exportUser, setBlocked } from '../../../api/people.ts'
import { useHasRole, useSession } from '../../../api/session.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { openCapture } from '../../../components/capture.ts'
import { download } from '../../../components/download.ts'
import { lazyPart } from '../../../components/lazy-part.ts'
import { Menu, type MenuAction } from '../../../components/menu.tsx'
import { nameOf } from '../../../components/person.tsx'
import { copyLink, RecordNavigation } from '../../../components/record/navigation.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notify } from '../../../components/toasts.tsx'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'
import { mayActOn, mayWriteAs } from '../acting.ts'
import { isBlocked } from '../state.tsx'
import { usePerson } from './context.ts'

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'))
const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'))
const PersonDialog = lazyPart(() => import('../person-dialog.tsx'))

export function UserHeader({ isBeside, onClose }: { isBeside: boolean; onClose: () => void }) {
  const { user, refresh } = usePerson()
  const isAdmin = useHasRole('admin')
  const isContributor = useHasRole('contributor')
  const customer = { id: user.id, label: nameOf(user) }
  const session = useSession()
  const { user: self } = session
  const canContribute = isContributor && mayWriteAs(session, user)
  const canAct = isAdmin && mayActOn(session, user)
  const [open, setOpen] = useState<'edit' | 'merge' | 'erase'>()
  const close = () => setOpen(undefined)
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
  const personal: MenuAction[] = canAct
    ? [
        {
          id: 'edit',
          label: t('people.edit'),
          icon: Pencil,
          onAction: () => setOpen('edit'),
        },
        {
          id: 'merge',
          label: t('people.merge'),
          icon: GitMerge,
          onAction: () => setOpen('merge'),
        },
        {
          id: 'export',
          label: t('people.export'),
          icon: Download,
          onAction: () => void exportPerson(user.id),
        },
        // Nobody erases themselves here.
        ...(user.id === self.id
          ? []
          : [
              {
                id: 'erase',
                label: t('people.erase'),
                icon: Eraser,
                isDangerous: true,
                onAction: () => setOpen('erase'),
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
      {canContribute && (
        <Button
          icon={ThumbsUp}
          onPress={() => openCapture({ kind: 'support', people: [customer] })}
        >
          {t('shell.add_support')}
        </Button>
      )}
      {canAct && user.id !== self.id && (
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
              ...(canContribute
                ? [
                    {
                      id: 'suggest',
                      label: t('shell.new_suggestion'),
                      icon: Lightbulb,
                      onAction: () => openCapture({ kind: 'suggestion', customer }),
                    },
                  ]
                : []),
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
        {open === 'edit' && <PersonDialog user={user} onClose={close} />}
        {open === 'merge' && <MergeDialog onClose={close} />}
        {open === 'erase' && <EraseDialog onClose={close} onErased={onClose} />}
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

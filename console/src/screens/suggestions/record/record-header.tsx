import {
  ArrowUpRight,
  Check,
  GitMerge,
  Link2,
  MessageSquareReply,
  MoreHorizontal,
  RotateCcw,
  ShieldAlert,
  Trash2,
} from 'lucide-react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Menu, type MenuAction } from '../../../components/menu.tsx'
import { pathOf } from '../../../components/person.tsx'
import { copyLink, RecordNavigation } from '../../../components/record/navigation.tsx'
import { t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'
import { isHidden } from './suggestion-properties.ts'
import { useModerate } from './use-action.ts'

export type RecordHeaderProps = {
  isBeside: boolean
  onClose: () => void
  onStatus: () => void
  onMerge: () => void
}

export function RecordHeader({ isBeside, onClose, onStatus, onMerge }: RecordHeaderProps) {
  const { id, data, can } = useRecord()
  return (
    <RecordNavigation
      path="/suggestions"
      listTitle="shell.suggestions"
      id={id}
      isBeside={isBeside}
      onClose={onClose}
    >
      {can.isAdmin && (
        <Button icon={MessageSquareReply} onPress={onStatus} keys="e">
          {t('record.set_status')}
        </Button>
      )}
      <Menu
        label={t('record.more')}
        groups={[
          { title: t('record.moderation'), actions: useModeration(onMerge) },
          {
            actions: [
              {
                id: 'portal',
                label: t('record.open_portal'),
                icon: ArrowUpRight,
                onAction: () =>
                  window.open(pathOf(data.suggestion.portal_url), '_blank', 'noreferrer'),
              },
              {
                id: 'copy',
                label: t('record.copy_link'),
                icon: Link2,
                onAction: () => void copyLink('/suggestions', id),
              },
            ],
          },
        ].filter(({ actions }) => actions.length > 0)}
      >
        <IconButton icon={MoreHorizontal} label={t('record.more')} />
      </Menu>
    </RecordNavigation>
  )
}

function useModeration(onMerge: () => void): MenuAction[] {
  const { data, can } = useRecord()
  const moderate = useModerate()
  if (!can.isAdmin) return []
  const { state, links } = data.suggestion
  const restore: MenuAction = {
    id: 'restore',
    label: t('record.restore'),
    icon: RotateCcw,
    onAction: () => moderate('restore'),
  }
  const spam: MenuAction = {
    id: 'spam',
    label: t('record.spam'),
    icon: ShieldAlert,
    onAction: () => moderate('spam'),
  }
  const remove: MenuAction = {
    id: 'delete',
    label: t('record.delete'),
    icon: Trash2,
    isDangerous: true,
    onAction: () => moderate('delete'),
  }
  if (isHidden(state)) return state === 'spam' ? [restore, remove] : [restore]
  return [
    ...(state === 'new'
      ? [
          {
            id: 'approve',
            label: t('record.approve'),
            icon: Check,
            onAction: () => moderate('approve'),
          },
        ]
      : []),
    ...(links.parent_suggestion === null
      ? [{ id: 'merge', label: t('record.merge'), icon: GitMerge, keys: 'm', onAction: onMerge }]
      : []),
    spam,
    remove,
  ]
}

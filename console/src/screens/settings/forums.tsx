// Forums: where suggestions are collected.
import type { Forum } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Eye, Lock, LockOpen, MessagesSquare, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { forumsQuery } from '../../api/options.ts'
import {
  createForum,
  deleteForum,
  forumAccessOf,
  forumSizeQuery,
  mergeForums,
  updateForum,
} from '../../api/settings.ts'
import { Confirm } from '../../components/dialog.tsx'
import { Checkbox, Select, TextField } from '../../components/fields.tsx'
import { Table } from '../../components/table.tsx'
import { formatNumber, type MessageId, t } from '../../core/i18n.ts'
import ForumAccessDialog from './forum-access.tsx'
import ForumInvitationsDialog from './forum-invitations.tsx'
import {
  DeleteRecord,
  defaultAction,
  deleteAction,
  editAction,
  ListSection,
  RecordDialog,
} from './list-section.tsx'
import { MergeRecord } from './merge-record.tsx'
import { MODERATION_TIERS, type ModerationTier } from './moderation-tiers.ts'
import { Badge, Named, RowMenu } from './parts.tsx'
import { useChange } from './use-change.ts'

type Asked = { forum: Forum | null; about: 'edit' | 'access' | 'invitations' | 'delete' }

export default function Forums() {
  const forums = useQuery(forumsQuery)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <ListSection
      area="forums"
      icon={MessagesSquare}
      query={forums}
      onCreate={() => setAsked({ forum: null, about: 'edit' })}
      dialogs={
        <>
          {asked?.about === 'edit' && <ForumDialog forum={asked.forum} onClose={close} />}
          {asked?.about === 'access' && asked.forum && (
            <ForumAccessDialog forum={asked.forum} onClose={close} />
          )}
          {asked?.about === 'invitations' && asked.forum && (
            <ForumInvitationsDialog forum={asked.forum} onClose={close} />
          )}
          {asked?.about === 'delete' && asked.forum && (
            <DeleteForum forum={asked.forum} forums={forums.data ?? []} onClose={close} />
          )}
        </>
      }
    >
      {(all) => <ForumTable forums={all} onAsk={setAsked} />}
    </ListSection>
  )
}

type Opening = Pick<Forum, 'is_open'>

function ForumTable({ forums, onAsk }: { forums: Forum[]; onAsk: (asked: Asked) => void }) {
  const { tryTo } = useChange('forums')
  const set = (forum: Forum, body: Opening, message: MessageId, undo: Opening) => {
    const put = (changes: Opening) => () => updateForum(forum.id, changes)
    tryTo(put(body), t(message, { name: forum.name }), put(undo))
  }
  return (
    <Table
      label={t('settings.forums')}
      rows={forums}
      keyOf={({ id }) => id}
      isMuted={({ is_open }) => !is_open}
      columns={[
        {
          id: 'name',
          label: t('settings.name'),
          render: (forum) => (
            <Named
              name={forum.name}
              badges={
                <>
                  {forum.is_default && <Badge>{t('settings.default')}</Badge>}
                  {forum.is_private && (
                    <Badge tone="warning">
                      {t(`settings.access.badge.${forumAccessOf(forum).see.tier}`)}
                    </Badge>
                  )}
                  {forum.links.merged_into !== null && (
                    <Badge tone="warning">{t('settings.forums.moving')}</Badge>
                  )}
                  {!forum.is_open && <Badge>{t('settings.forums.closed')}</Badge>}
                  {isModerated(forum) && <Badge>{t('settings.forums.moderated')}</Badge>}
                </>
              }
            />
          ),
        },
        {
          id: 'open',
          label: t('settings.open_suggestions'),
          align: 'end',
          isShort: true,
          render: (forum) => formatNumber(forum.open_suggestions_count),
        },
        {
          id: 'all',
          label: t('settings.all_suggestions'),
          align: 'end',
          isShort: true,
          render: (forum) => formatNumber(forum.suggestions_count),
        },
        {
          id: 'categories',
          label: t('settings.categories'),
          align: 'end',
          isShort: true,
          render: (forum) => formatNumber(forum.categories_count),
        },
      ]}
      actions={(forum) => (
        <RowMenu
          name={forum.name}
          actions={[
            editAction(() => onAsk({ forum, about: 'edit' })),
            {
              id: 'access',
              label: t('settings.access'),
              icon: Eye,
              onAction: () => onAsk({ forum, about: 'access' }),
            },
            {
              id: 'invitations',
              label: t('settings.access.invitations'),
              icon: UserPlus,
              onAction: () => onAsk({ forum, about: 'invitations' }),
            },
            {
              id: 'portal',
              label: t('settings.forums.portal'),
              icon: ExternalLink,
              onAction: () => window.open(forum.portal_url, '_blank', 'noreferrer'),
            },
            ...(forum.is_default
              ? []
              : [
                  defaultAction(() =>
                    tryTo(
                      () => updateForum(forum.id, { is_default: true }),
                      t('settings.saved', { name: forum.name }),
                    ),
                  ),
                ]),
            forum.is_open
              ? {
                  id: 'close',
                  label: t('settings.forums.close'),
                  icon: Lock,
                  onAction: () =>
                    set(forum, { is_open: false }, 'settings.forums.was_closed', { is_open: true }),
                }
              : {
                  id: 'reopen',
                  label: t('settings.forums.reopen'),
                  icon: LockOpen,
                  onAction: () =>
                    set(forum, { is_open: true }, 'settings.forums.was_reopened', {
                      is_open: false,
                    }),
                },
            deleteAction(() => onAsk({ forum, about: 'delete' })),
          ]}
        />
      )}
    />
  )
}

const isModerated = ({ suggestion_moderation, comment_moderation }: Forum) =>
  suggestion_moderation !== 'nobody' || comment_moderation !== 'nobody'

const TEXTS = ['welcome_message', 'prompt', 'example'] as const
const FLAGS = [
  ...(['is_private', 'category_required'] as const),
  ...(['importance_enabled', 'is_default'] as const),
]

/** What the installation sets for new forums. */
const BY_DEFAULT = 'default'
type Tier = ModerationTier | typeof BY_DEFAULT
const MODERATION = ['suggestion_moderation', 'comment_moderation'] as const

function ForumDialog({ forum, onClose }: { forum: Forum | null; onClose: () => void }) {
  const [values, setValues] = useState({
    name: forum?.name ?? '',
    welcome_message: forum?.welcome_message ?? '',
    prompt: forum?.prompt ?? '',
    example: forum?.example ?? '',
    is_private: forum?.is_private ?? false,
    suggestion_moderation: (forum?.suggestion_moderation ?? BY_DEFAULT) as Tier,
    comment_moderation: (forum?.comment_moderation ?? BY_DEFAULT) as Tier,
    category_required: forum?.category_required ?? false,
    importance_enabled: forum?.importance_enabled ?? false,
    is_default: forum?.is_default ?? false,
  })
  const [isDirty, setDirty] = useState(false)
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change })
    setDirty(true)
  }
  const write = (name: string) => {
    const {
      suggestion_moderation: suggestions,
      comment_moderation: comments,
      is_private,
      ...others
    } = values
    const body = {
      ...others,
      // Of a forum that exists, its access says so.
      ...(forum === null && { is_private }),
      ...(suggestions !== BY_DEFAULT && { suggestion_moderation: suggestions }),
      ...(comments !== BY_DEFAULT && { comment_moderation: comments }),
      name,
      ...Object.fromEntries(TEXTS.map((text) => [text, values[text].trim() || null])),
    }
    return forum ? updateForum(forum.id, body) : createForum(body)
  }
  return (
    <RecordDialog
      area="forums"
      collections={['forums']}
      isNew={forum === null}
      name={values.name}
      onName={(name) => set({ name })}
      isDirty={isDirty}
      write={write}
      onClose={onClose}
      width="medium"
    >
      {TEXTS.map((name) => (
        <TextField
          key={name}
          label={t(`settings.forums.${name}`)}
          description={t(`settings.forums.${name}.hint`)}
          name={name}
          value={values[name]}
          onChange={(text) => set({ [name]: text })}
          maxLength={10_000}
          {...(name === 'welcome_message' && { rows: 3 })}
        />
      ))}
      <div className="grid gap-3 md:grid-cols-2">
        {MODERATION.map((name) => (
          <Select
            key={name}
            label={t(`settings.forums.${name}`)}
            options={(forum ? MODERATION_TIERS : [BY_DEFAULT, ...MODERATION_TIERS]).map((id) => ({
              id,
              label: t(`settings.forums.moderation.${id as Tier}`),
            }))}
            value={values[name]}
            onChange={(tier) => set({ [name]: tier as Tier })}
          />
        ))}
      </div>
      <div className="space-y-2">
        {FLAGS.filter((name) => forum === null || name !== 'is_private').map((name) => (
          <Checkbox
            key={name}
            label={t(`settings.forums.${name}`)}
            isSelected={values[name]}
            isDisabled={name === 'is_default' && forum?.is_default === true}
            onChange={(isOn) => set({ [name]: isOn })}
          />
        ))}
      </div>
    </RecordDialog>
  )
}

function DeleteForum({
  forum,
  forums,
  onClose,
}: {
  forum: Forum
  forums: Forum[]
  onClose: () => void
}) {
  const { tryTo } = useChange('forums', 'categories')
  const size = useQuery(forumSizeQuery(forum.id))
  const { name, categories_count: categories } = forum
  const others = forums.filter(({ id, links }) => id !== forum.id && links.merged_into === null)
  if (forum.is_default || (others.length === 0 && size.data !== 0))
    return (
      <Confirm
        title={t('settings.forums.delete', { name })}
        isOpen
        onClose={onClose}
        confirmLabel={t('settings.forums.close')}
        onConfirm={() => {
          tryTo(
            () => updateForum(forum.id, { is_open: false }),
            t('settings.forums.was_closed', { name }),
            () => updateForum(forum.id, { is_open: true }),
          )
          onClose()
        }}
      >
        {forum.is_default
          ? t('settings.forums.delete_default')
          : t('settings.forums.delete_used', { count: size.data ?? 0 })}
      </Confirm>
    )
  if (size.data !== 0)
    return (
      <MergeRecord
        title={t('settings.forums.delete', { name })}
        label={t('settings.forums.move_to')}
        options={others.map((one) => ({ id: String(one.id), label: one.name }))}
        query={size}
        collections={['forums', 'categories', 'suggestions']}
        confirmLabel={t('settings.forums.move_and_delete')}
        done={(target) => t('settings.forums.moved', { name, target })}
        merge={(target) => mergeForums(forum.id, target)}
        onClose={onClose}
      >
        {(count) => (
          <p>
            {t('settings.forums.move_hint', {
              count,
              shown: formatNumber(count),
              categories,
            })}
          </p>
        )}
      </MergeRecord>
    )
  return (
    <DeleteRecord
      area="forums"
      collections={['forums', 'categories']}
      name={name}
      remove={() => deleteForum(forum.id)}
      onClose={onClose}
    >
      <p>{t('settings.forums.delete_empty', { categories })}</p>
    </DeleteRecord>
  )
}

// Public comments.
import type { Comment, User } from '@earshot/client'
import { Check, MoreHorizontal, RotateCcw, ShieldAlert, Trash2 } from 'lucide-react'
import { undoLatest } from '../../../api/recent-changes.ts'
import { addComment, moderateComment } from '../../../api/suggestion-writes.ts'
import { commentsQuery } from '../../../api/suggestions.ts'
import { IconButton } from '../../../components/button.tsx'
import { Menu, type MenuAction } from '../../../components/menu.tsx'
import { ConflictDialog } from '../../../components/record/conflict-dialog.tsx'
import { EditableText } from '../../../components/record/editable-text.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { RichText } from '../../../components/record/rich-text.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'
import { Byline } from './byline.tsx'
import { Composer } from './composer.tsx'
import { useRecord } from './context.ts'
import { useBodySave } from './use-body-save.ts'

export function Comments() {
  const { id, can, refresh } = useRecord()
  const { save, conflict } = useBodySave('comments', refresh)
  const add = async (body: string) => {
    const comment = await addComment(id, body)
    refresh()
    if (comment)
      notifyDone(t('record.comment_added'), async () => {
        await undoLatest(can.userId, 'comments', [comment.id])
        refresh()
      })
  }
  return (
    <div className="space-y-4">
      {can.canContribute && (
        <Composer
          label={t('record.new_comment')}
          hint={t('record.comment_hint')}
          submitLabel={t('record.comment')}
          draftKey={`comment ${id}`}
          onSubmit={add}
          hasReplies
        />
      )}
      <RecordList
        label={t('record.comments')}
        query={commentsQuery(id)}
        items={(pages) =>
          pages.flatMap(({ comments, users = [] }) =>
            comments
              .filter(({ state }) => state !== 'deleted')
              .map((comment) => ({ comment, users })),
          )
        }
        keyOf={({ comment }) => comment.id}
        empty={<NothingHere>{t('record.no_comments')}</NothingHere>}
      >
        {({ comment, users }) => (
          <CommentItem
            comment={comment}
            users={users}
            onSave={(body, base) => save({ id: comment.id, body }, base)}
          />
        )}
      </RecordList>
      <ConflictDialog conflict={conflict} />
    </div>
  )
}

type ItemProps = {
  comment: Comment
  users: User[]
  onSave: (body: string, base: string) => Promise<boolean>
}

function CommentItem({ comment, users, onSave }: ItemProps) {
  const { can } = useRecord()
  const author = users.find((user) => user.id === comment.links.created_by)
  const isOwn = comment.links.created_by === can.userId
  const actions = useCommentActions(comment, isOwn)
  return (
    <article className="py-3">
      <Byline
        author={author}
        time={comment.created_at}
        isEdited={comment.updated_at !== comment.created_at}
        isStaff={comment.is_admin_comment}
        {...(comment.state !== 'approved' &&
          comment.state !== 'published' && { state: comment.state })}
      >
        {actions.length > 0 && (
          <Menu label={t('record.comment_actions')} groups={[{ actions }]}>
            <IconButton icon={MoreHorizontal} label={t('record.comment_actions')} />
          </Menu>
        )}
      </Byline>
      <div className="ps-8">
        <EditableText
          label={t('record.comment')}
          value={comment.body}
          draftKey={`comments ${comment.id}`}
          onSave={onSave}
          isEditable={can.isAdmin || (can.canContribute && isOwn)}
          isMultiline
          format={{
            mimeType: comment.body_mime_type,
            canMention: true,
            hasReplies: true,
          }}
          isRequired
        >
          <RichText text={comment.body} mimeType={comment.body_mime_type} people={users} />
        </EditableText>
      </div>
    </article>
  )
}

function useCommentActions(comment: Comment, isOwn: boolean): MenuAction[] {
  const { can, refresh } = useRecord()
  const run = async (verb: 'approve' | 'spam' | 'delete') => {
    await moderateComment(comment.id, verb)
    refresh()
  }
  const moderate = (verb: 'spam' | 'delete', message: string) => () =>
    run(verb).then(
      () =>
        notifyDone(message, async () => {
          await undoLatest(can.userId, 'comments', [comment.id])
          refresh()
        }),
      reportFailure,
    )
  const actions: MenuAction[] = []
  const isHeld = comment.state === 'new' || comment.state === 'spam'
  if (can.isAdmin && isHeld)
    actions.push({
      id: 'approve',
      label: t('record.approve'),
      icon: comment.state === 'spam' ? RotateCcw : Check,
      onAction: () => void run('approve').catch(reportFailure),
    })
  if (can.isAdmin && comment.state !== 'spam')
    actions.push({
      id: 'spam',
      label: t('record.spam'),
      icon: ShieldAlert,
      onAction: () => void moderate('spam', t('record.comment_spam'))(),
    })
  if (can.isAdmin || (can.canContribute && isOwn))
    actions.push({
      id: 'delete',
      label: t('record.delete'),
      icon: Trash2,
      isDangerous: true,
      onAction: () => void moderate('delete', t('record.comment_deleted'))(),
    })
  return actions
}

import { Type } from 'typebox'
import { forums, MODERATION_TIERS, TIERS } from '../../resources/forums.ts'
import { mergeForums } from '../../write/forum-merges.ts'
import { createForum, deleteForum, updateForum } from '../../write/forums.ts'
import { ClearableText, EmptyBody, Flag, Id, optionalEnum } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })

const audience = {
  segments: Type.Optional(Type.Array(Id, { maxItems: 50 })),
  external_accounts: Type.Optional(Type.Array(Id, { maxItems: 200 })),
}

const ActionAccess = Type.Optional(
  Type.Object({
    tier: Type.Optional(
      Type.Union([Type.Enum([...TIERS]), Type.Null()], {
        description: 'Null, or nothing: the default of the installation.',
      }),
    ),
    ...audience,
  }),
)

const Access = Type.Optional(
  Type.Object(
    {
      see: Type.Optional(Type.Object({ tier: Type.Enum([...TIERS]), ...audience })),
      support: ActionAccess,
      comment: ActionAccess,
      suggest: ActionAccess,
    },
    {
      description:
        'Who may do it on the portal. Nobody does more in a forum that they do not see. `chosen`: the people of these segments ' +
        'and accounts, and to see it also invited people. An action that is not named stays as it is.',
    },
  ),
)

const forumMembers = {
  welcome_message: ClearableText,
  prompt: ClearableText,
  example: ClearableText,
  is_public: Flag,
  is_private: Flag,
  is_open: Flag,
  is_default: Flag,
  category_required: Flag,
  classic_voting: Flag,
  importance_enabled: Flag,
  moderation_enabled: Flag,
  access: Access,
  suggestion_moderation: optionalEnum(...MODERATION_TIERS),
  comment_moderation: optionalEnum(...MODERATION_TIERS),
}

export const forumOperations = (): Operation[] =>
  writeOperations(forums, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a forum',
      description:
        '`suggestion_moderation` and `comment_moderation` say whose contributions on the portal wait for a moderator; the settings ' +
        'have the default. `moderation_enabled` is true when the suggestions of everyone wait: writing one of both sets the other.',
      body: Type.Object({ name: Name, ...forumMembers }),
      answer: 'created',
      run: (tx, { actor, input, settings }) =>
        createForum(tx, actor, input, {
          see_tier: settings.default_see_tier,
          suggestion_moderation: settings.default_suggestion_moderation,
          comment_moderation: settings.default_comment_moderation,
        }),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a forum',
      body: Type.Object({ name: Type.Optional(Name), ...forumMembers }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateForum(tx, actor, id, input),
    }),
    declareWrite({
      method: 'POST',
      path: '/merge',
      summary: 'Delete a forum and move what is in it to another one',
      description:
        'Moves its suggestions of every state, its categories and its invitations. Categories of the same name become one. ' +
        'Up to 499 suggestions move at once; more are moved by a background job, and `links.merged_into` names the ' +
        'target until the forum is gone. This cannot be undone.',
      body: Type.Object({ links: Type.Object({ from_forum: Id, to_forum: Id }) }),
      answer: 'records',
      auditsItself: true,
      run: (tx, { actor, origin, input: { links } }) => mergeForums(tx, origin, actor, links),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete an empty forum',
      description:
        'Also deletes its categories and invitations. 409 while it has suggestions, also deleted ones, or is the default.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deleteForum(tx, id),
    }),
  ])

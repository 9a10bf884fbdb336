import { Type } from 'typebox'
import { answerRecords } from '../../read/answer.ts'
import { features } from '../../resources/features.ts'
import { suggestions } from '../../resources/suggestions.ts'
import {
  createFeature,
  deleteFeature,
  linkToFeature,
  moveFeature,
  unlinkFromFeature,
  updateFeature,
} from '../../write/features.ts'
import { type IssueOwner, linkIssue, type Tracker, unlinkIssues } from '../../write/issue-links.ts'
import {
  ClearableId,
  ClearableText,
  EmptyBody,
  Id,
  MimeType,
  Position,
  withCustomFields,
} from '../body/body-schemas.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { integer, listOf, object } from '../responses/answer-schemas.ts'
import { parsePathId } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const fields = {
  description: ClearableText,
  description_mime_type: MimeType,
  position: Position,
  links: Type.Optional(Type.Object({ feature_status: ClearableId, product_area: ClearableId })),
}
const Pair = Type.Object({ links: Type.Object({ suggestion: Id, feature: Id }) })

const Key = Type.Optional(Type.String({ minLength: 1, maxLength: 128 }))
const Issue = Type.Object({
  issue_key: Key,
  key: Key,
  url: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^https?://',
      description: 'URL that starts with https:// or http://.',
    }),
  ),
})

const issueLinkWrite = (tracker: Tracker, owner: IssueOwner, path: string, summary: string) =>
  declareWrite({
    method: 'POST',
    path: `/:id/${path}`,
    summary,
    body: Issue,
    answer: 'records',
    run: (tx, { actor, id, input: { key, ...issue } }) =>
      linkIssue(tx, actor, { tracker, owner, id }, { issue_key: key, ...issue }),
  })

const issueUnlinkWrite = (owner: IssueOwner, summary: string) =>
  declareWrite({
    method: 'DELETE',
    path: '/unlink_jira_issue/:id',
    summary,
    body: Type.Object({ issue_key: Key }),
    answer: 'records',
    run: (tx, { actor, id, input }) =>
      unlinkIssues(tx, actor, { tracker: 'jira', owner, id }, input),
  })

export const featureOperations = (): Operation[] => [
  ...writeOperations(features, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a feature',
      body: withCustomFields({ name: Name, ...fields }),
      answer: 'created',
      run: (tx, { actor, input }) => createFeature(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a feature',
      body: withCustomFields({ name: Type.Optional(Name), ...fields }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateFeature(tx, actor, id, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/move',
      summary: 'Move a feature on the board',
      description:
        'Places it in a status before another feature, or last without `before`, and in a product area if one is given. The order is that of `sort=position`.',
      body: Type.Object({
        before: Type.Optional(Type.Union([Id, Type.Null()])),
        links: Type.Optional(
          Type.Object({ feature_status: ClearableId, product_area: ClearableId }),
        ),
      }),
      answer: 'records',
      run: (tx, { actor, id, input }) => moveFeature(tx, actor, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a feature',
      description: 'It is removed from all its suggestions.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { actor, id }) => deleteFeature(tx, actor, id),
    }),
    issueLinkWrite('jira', 'feature', 'link_jira_issue', 'Link a feature to a Jira issue'),
    issueUnlinkWrite('feature', 'Unlink a feature from one or all Jira issues'),
  ]),
  ...writeOperations(suggestions, [
    declareWrite({
      method: 'POST',
      path: '/link_to_feature',
      summary: 'Link a suggestion to a feature',
      body: Pair,
      answer: 'records',
      run: (tx, { actor, input: { links } }) =>
        linkToFeature(tx, actor, links.suggestion, links.feature),
    }),
    declareWrite({
      method: 'POST',
      path: '/unlink_from_feature',
      summary: 'Unlink a suggestion from a feature',
      body: Pair,
      answer: 'records',
      run: (tx, { actor, input: { links } }) =>
        unlinkFromFeature(tx, actor, links.suggestion, links.feature),
    }),
    issueLinkWrite('jira', 'suggestion', 'link_jira_issue', 'Link a suggestion to a Jira issue'),
    issueLinkWrite(
      'vsts',
      'suggestion',
      'link_vsts',
      'Link a suggestion to an Azure DevOps work item',
    ),
    issueUnlinkWrite('suggestion', 'Unlink a suggestion from one or all Jira issues'),
  ]),
  featureIdsOperation,
]

type Links = { features: number[] }

const featureIdsOperation = declareOperation({
  method: 'GET',
  path: '/suggestions/:id/feature_ids',
  summary: 'Get the feature ids of a suggestion',
  tag: suggestions.name,
  answer: object({ feature_ids: listOf(integer) }),
  async handle({ params, context: { reader } }) {
    const answer = await answerRecords(reader, suggestions, [parsePathId(suggestions, params)])
    const { suggestions: found } = JSON.parse(answer) as { suggestions: { links: Links }[] }
    return { feature_ids: found[0]?.links.features ?? [] }
  },
})

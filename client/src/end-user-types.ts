// Generated from docs/openapi-end-users.json by `npm run client-types`. Do not edit.
import type { Operation, Values } from './api-types.ts'

export interface Forum {
  id: number
  name: string
  welcome_message: string | null
  welcome_message_type: string
  prompt: string | null
  example: string | null
  ideas_count: number
  open_ideas_count: number
  is_open: boolean
  is_default: boolean
  category_required: boolean
  categories: ({
    id: number
    name: string
  })[]
  custom_fields: ({
    id: number
    key: string
    name: string
    field_type: string
    is_required: boolean
    is_public: boolean
    choices: string[]
  })[]
  portal_url: string
}

export interface Idea {
  id: number
  title: string
  text: string
  text_type: string
  state: string
  voted: boolean
  following: boolean
  is_mine: boolean
  votes_count: number
  supporters_count: number
  comments_count: number
  status: { [name: string]: unknown } | null
  category: { [name: string]: unknown } | null
  forum_id: number
  creator_name: string | null
  creator_avatar_url: string | null
  portal_url: string
  custom_fields: ({
    id: number
    key: string
    name: string
    field_type: string
    value: string
    is_public: boolean
  })[]
  attachments: ({
    id: number
    file_name: string
    content_type: string
    size_in_bytes: number
    url: string
    thumb_url: string
  })[]
  created_at: string
  closed_at: string | null
}

export interface Comment {
  id: number
  text: string
  text_type: string
  state: string
  is_mine: boolean
  is_by_staff: boolean
  idea_id: number
  reply_to_id: number | null
  creator_name: string | null
  creator_avatar_url: string
  attachments: ({
    id: number
    file_name: string
    content_type: string
    size_in_bytes: number
    url: string
    thumb_url: string
  })[]
  created_at: string
  updated_at: string
}

export interface Supporter {
  id: number
  name: string | null
  avatar_path: string | null
}

export interface Update {
  id: number
  text: string
  text_type: string
  status: { [name: string]: unknown } | null
  previous_status: { [name: string]: unknown } | null
  idea_id: number
  idea_title: string
  forum_id: number
  portal_url: string
  creator_name: string | null
  created_at: string
}

export interface Attachment {
  id: number
  file_name: string
  content_type: string
  size_in_bytes: number
  url: string
  thumb_url: string
}

export interface GetForumsQuery {
  /** Records of a page, at most 100. Default: 20. */
  per_page?: number
  /** Where the next page begins: X-Next-Cursor of the last response, or follow Link. */
  cursor?: Values
  /** The number of the page, where there is no cursor. */
  page?: number
  /** The members of the records, with commas between them. Default: all. */
  fields?: Values
  /** true: the response has X-Total-Count. */
  total?: 'true' | 'false'
}

export type GetForumsAnswer = ({
  id: number
  name: string
  welcome_message: string | null
  welcome_message_type: string
  prompt: string | null
  example: string | null
  ideas_count: number
  open_ideas_count: number
  is_open: boolean
  is_default: boolean
  category_required: boolean
  categories: ({
    id: number
    name: string
  })[]
  custom_fields: ({
    id: number
    key: string
    name: string
    field_type: string
    is_required: boolean
    is_public: boolean
    choices: string[]
  })[]
  portal_url: string
  can: {
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    support: 'yes' | 'guest' | 'sign_in' | 'no'
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    comment: 'yes' | 'guest' | 'sign_in' | 'no'
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    suggest: 'yes' | 'guest' | 'sign_in' | 'no'
  }
})[]

export interface GetForumsByForumAnswer {
  id: number
  name: string
  welcome_message: string | null
  welcome_message_type: string
  prompt: string | null
  example: string | null
  ideas_count: number
  open_ideas_count: number
  is_open: boolean
  is_default: boolean
  category_required: boolean
  categories: ({
    id: number
    name: string
  })[]
  custom_fields: ({
    id: number
    key: string
    name: string
    field_type: string
    is_required: boolean
    is_public: boolean
    choices: string[]
  })[]
  portal_url: string
  can: {
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    support: 'yes' | 'guest' | 'sign_in' | 'no'
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    comment: 'yes' | 'guest' | 'sign_in' | 'no'
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    suggest: 'yes' | 'guest' | 'sign_in' | 'no'
  }
}

export interface GetForumsByForumIdeasQuery {
  /** top: by supporters. hot: by what happened lately. new: the newest first. relevance: the best matches of q first. Default: top, or relevance with q. */
  sort?: 'top' | 'hot' | 'new' | 'relevance'
  /** Words that the idea contains. */
  q?: Values
  /** Ids of statuses, with commas between them. A leading - excludes one. */
  status?: Values
  /** Ids of categories, with commas between them. A leading - excludes one. */
  category?: Values
  /** Whether the idea is open. Default: open and closed ones. */
  open?: 'true' | 'false'
  /** true: what the caller suggested, also what waits for approval. */
  mine?: 'true' | 'false'
  /** true: what the caller supports. */
  voted?: 'true' | 'false'
  /** true: what the caller follows. */
  following?: 'true' | 'false'
  /** Records of a page, at most 100. Default: 20. */
  per_page?: number
  /** Where the next page begins: X-Next-Cursor of the last response, or follow Link. */
  cursor?: Values
  /** The number of the page, where there is no cursor. */
  page?: number
  /** The members of the records, with commas between them. Default: all. */
  fields?: Values
  /** true: the response has X-Total-Count. */
  total?: 'true' | 'false'
}

export type GetForumsByForumIdeasAnswer = Idea[]

export interface PostForumsByForumIdeasBody {
  suggestion: {
    title: string
    /** Plain text. */
    text?: string
    category_id?: number | null
    /** The ids of uploads of the author (POST /attachments) that belong to the text. */
    attachment_ids?: number[]
    /** By the keys of `custom_fields` of the forum, with or without cf_. A list where several choices are possible. */
    custom_fields?: {
      [name: string]: string | number | boolean | null | string[]
    }
  }
}

export interface PostForumsByForumIdeasAnswer {
  id: number
  title: string
  text: string
  text_type: string
  state: string
  voted: boolean
  following: boolean
  is_mine: boolean
  votes_count: number
  supporters_count: number
  comments_count: number
  status: { [name: string]: unknown } | null
  category: { [name: string]: unknown } | null
  forum_id: number
  creator_name: string | null
  creator_avatar_url: string | null
  portal_url: string
  custom_fields: ({
    id: number
    key: string
    name: string
    field_type: string
    value: string
    is_public: boolean
  })[]
  attachments: ({
    id: number
    file_name: string
    content_type: string
    size_in_bytes: number
    url: string
    thumb_url: string
  })[]
  created_at: string
  closed_at: string | null
  can: {
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    support: 'yes' | 'guest' | 'sign_in' | 'no'
    /** guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed. */
    comment: 'yes' | 'guest' | 'sign_in' | 'no'
  }
}

export interface GetForumsByForumSimilarQuery {
  /** The title that somebody writes, up to 140 characters. */
  title: Values
}

export type GetForumsByForumSimilarAnswer = Idea[]

export type GetSimilarAnswer = Idea[]

export type GetIdeasAnswer = Idea[]

export interface PutForumsByForumIdeasByIdBody {
  suggestion: {
    title?: string
    /** Plain text. */
    text?: string
    category_id?: number | null
    /** The ids of uploads of the author (POST /attachments) that belong to the text. */
    attachment_ids?: number[]
    /** By the keys of `custom_fields` of the forum, with or without cf_. A list where several choices are possible. */
    custom_fields?: {
      [name: string]: string | number | boolean | null | string[]
    }
  }
}

export interface GetIdeasByIdSupportersQuery {
  /** Records of a page, at most 100. Default: 20. */
  per_page?: number
  /** Where the next page begins: X-Next-Cursor of the last response, or follow Link. */
  cursor?: Values
}

export type GetIdeasByIdSupportersAnswer = Supporter[]

export type GetForumsByForumIdeasByIdCommentsAnswer = Comment[]

export interface PostForumsByForumIdeasByIdCommentsBody {
  comment: {
    /** Plain text. */
    text: string
    /** The ids of uploads of the author (POST /attachments) that belong to the text. */
    attachment_ids?: number[]
    /** The comment that it answers. A reply to a reply belongs to the comment above. */
    reply_to_id?: number | null
  }
}

export type GetIdeasByIdCommentsAnswer = Comment[]

export interface PutCommentsByIdBody {
  comment: {
    /** Plain text. */
    text: string
    /** The ids of uploads of the author (POST /attachments) that belong to the text. */
    attachment_ids?: number[]
  }
}

export interface PostIdeasByIdReportBody {
  reason: 'spam' | 'abuse' | 'personal_data' | 'off_topic' | 'other'
  text?: string
}

export interface PostIdeasByIdReportAnswer {
  reported: boolean
}

export interface GetChallengesNewAnswer {
  token: string
  seed: string
  bits: number
}

export interface PostGuestContributionsBody {
  name?: string
  email: string
  suggestion?: {
    forum_id: number
    title: string
    /** Plain text. */
    text?: string
    category_id?: number
    /** By the keys of `custom_fields` of the forum, with or without cf_. A list where several choices are possible. */
    custom_fields?: {
      [name: string]: string | number | boolean | null | string[]
    }
  }
  comment?: {
    idea_id: number
    /** Plain text. */
    text: string
    reply_to_id?: number
  }
  vote?: {
    idea_id: number
  }
  challenge?: {
    token: string
    answer: number
  }
  /** Leave it empty: it catches programs. */
  website?: string
}

export interface PostGuestContributionsAnswer {
  state: 'waiting'
  confirmation: 'mail' | 'moderator'
}

export type GetStatusesAnswer = ({
  id: number
  name: string
  color: string
  is_open: boolean
})[]

export interface GetRoadmapQuery {
  /** The id of a forum. Default: all forums that the caller sees. */
  forum?: number
}

export type GetRoadmapAnswer = ({
  status: {
    id: number
    name: string
    color: string
    is_open: boolean
  }
  ideas_count: number
  ideas: Idea[]
})[]

export interface GetUpdatesQuery {
  /** The id of a forum. Default: all forums that the caller sees. */
  forum?: number
  /** Records of a page, at most 100. Default: 20. */
  per_page?: number
  /** Where the next page begins: X-Next-Cursor of the last response, or follow Link. */
  cursor?: Values
}

export type GetUpdatesAnswer = ({
  type: 'announcement' | 'status_update'
  id: number
  title: string | null
  text: string
  text_type: string
  types: string[]
  picture_url: string | null
  picture_alt: string
  status: {
    id: number
    name: string
    color: string
  } | null
  ideas: ({
    id: number
    title: string
    forum_id: number
    portal_url: string
  })[]
  portal_url: string | null
  created_at: string
})[]

export interface GetAnnouncementsByIdAnswer {
  type: 'announcement' | 'status_update'
  id: number
  title: string | null
  text: string
  text_type: string
  types: string[]
  picture_url: string | null
  picture_alt: string
  status: {
    id: number
    name: string
    color: string
  } | null
  ideas: ({
    id: number
    title: string
    forum_id: number
    portal_url: string
  })[]
  portal_url: string | null
  created_at: string
}

export type GetIdeasByIdUpdatesAnswer = Update[]

export interface GetMeAnswer {
  id: number
  name: string
  email_address: string
  is_email_confirmed: boolean
  /** Since when mails about news are not sent, because they did not arrive. */
  email_suppressed_at: string | null
  avatar_url: string
  language: string | null
  status_notifications: boolean
  comment_notifications: boolean
  hides_support: boolean
  status_frequency: 'immediately' | 'daily' | 'never'
  comment_frequency: 'immediately' | 'daily' | 'never'
  announcement_frequency: 'immediately' | 'daily' | 'never'
  ideas_count: number
  votes_count: number
  comments_count: number
  created_at: string
}

export interface PutMeBody {
  name?: string
  /** Of mails. */
  language?: 'en' | 'de' | null
  /** Mails about new statuses and answers. True keeps a daily mail. */
  status_notifications?: boolean
  /** Mails about comments. True keeps a daily mail. */
  comment_notifications?: boolean
  /** Mails about new statuses, answers, messages and merges. */
  status_frequency?: 'immediately' | 'daily' | 'never'
  /** Mails about comments. */
  comment_frequency?: 'immediately' | 'daily' | 'never'
  /** Mails about announcements. Until it is set: like statuses. */
  announcement_frequency?: 'immediately' | 'daily' | 'never'
  /** True: mails that did not arrive are sent again. See `email_suppressed_at`. */
  mail_again?: boolean
  /** Whether lists of supporters leave the name out. */
  hides_support?: boolean
}

export interface DeleteMeBody {
  /** The own e-mail address. */
  confirm: string
}

export interface DeleteMeAnswer {
  deleted: boolean
}

export interface GetMeIdeasQuery {
  /** top: by supporters. hot: by what happened lately. new: the newest first. relevance: the best matches of q first. Default: top, or relevance with q. */
  sort?: 'top' | 'hot' | 'new' | 'relevance'
  /** Words that the idea contains. */
  q?: Values
  /** Ids of statuses, with commas between them. A leading - excludes one. */
  status?: Values
  /** Ids of categories, with commas between them. A leading - excludes one. */
  category?: Values
  /** Whether the idea is open. Default: open and closed ones. */
  open?: 'true' | 'false'
  /** Records of a page, at most 100. Default: 20. */
  per_page?: number
  /** Where the next page begins: X-Next-Cursor of the last response, or follow Link. */
  cursor?: Values
  /** The number of the page, where there is no cursor. */
  page?: number
  /** The members of the records, with commas between them. Default: all. */
  fields?: Values
  /** true: the response has X-Total-Count. */
  total?: 'true' | 'false'
}

export type GetMeIdeasAnswer = Idea[]

export type GetMeVotesAnswer = Idea[]

export type GetMeFollowingAnswer = Idea[]

export type GetMeCommentsAnswer = Comment[]

export type GetMeNotificationsAnswer = ({
  id: string
  kind: 'status' | 'comment' | 'merge'
  idea_id: number
  idea_title: string
  forum_id: number
  text: string
  text_type: string
  merged_idea_id: number | null
  status: { [name: string]: unknown } | null
  creator_name: string | null
  is_read: boolean
  portal_url: string
  created_at: string
})[]

export interface PutMeNotificationsBody {
  /** Default: now. */
  read_until?: string
}

export interface PutMeNotificationsAnswer {
  read_until: string
}

export type GetMeSessionsAnswer = ({
  id: number
  method: string
  is_current: boolean
  user_agent: string | null
  address: string | null
  created_at: string
  last_used_at: string
  expires_at: string
})[]

export interface DeleteMeSessionsAnswer {
  ended: number
}

export type GetMeApplicationsAnswer = ({
  id: number
  name: string
  created_at: string
  last_used_at: string | null
})[]

export type GetMeExportAnswer = { [name: string]: unknown }

/** Lists with pages, and their records. */
export interface Lists {
  '/forums': GetForumsAnswer[number]
  '/forums/{forum}/ideas': Idea
  '/ideas': Idea
  '/ideas/{id}/supporters': Supporter
  '/forums/{forum}/ideas/{id}/comments': Comment
  '/ideas/{id}/comments': Comment
  '/updates': GetUpdatesAnswer[number]
  '/ideas/{id}/updates': Update
  '/me/ideas': Idea
  '/me/votes': Idea
  '/me/following': Idea
  '/me/comments': Comment
  '/me/notifications': GetMeNotificationsAnswer[number]
}

export interface GetOperations {
  /** List the forums that the caller sees */
  '/forums': Operation<{ query?: GetForumsQuery }, GetForumsAnswer>
  /** Get a forum */
  '/forums/{forum}': Operation<{ path: { forum: Values } }, GetForumsByForumAnswer>
  /** List the ideas of a forum */
  '/forums/{forum}/ideas': Operation<{ path: { forum: Values }; query?: GetForumsByForumIdeasQuery }, GetForumsByForumIdeasAnswer>
  /** List ideas of a forum with a similar title. At most five, the most similar first. */
  '/forums/{forum}/similar': Operation<{ path: { forum: Values }; query: GetForumsByForumSimilarQuery }, GetForumsByForumSimilarAnswer>
  /** List ideas of all forums with a similar title. At most five, the most similar first. */
  '/similar': Operation<{ query: GetForumsByForumSimilarQuery }, GetSimilarAnswer>
  /** List and search the ideas of all forums that the caller sees */
  '/ideas': Operation<{ query?: GetForumsByForumIdeasQuery }, GetIdeasAnswer>
  /** Get an idea. An idea that was merged into another one leads there, with status 302. */
  '/forums/{forum}/ideas/{id}': Operation<{ path: { forum: Values; id: Values } }, PostForumsByForumIdeasAnswer>
  /** Get an idea. An idea that was merged into another one leads there, with status 302. */
  '/ideas/{id}': Operation<{ path: { id: Values } }, PostForumsByForumIdeasAnswer>
  /** List who supports an idea, the newest first. 403 unless the setting `portal_supporters` allows it. `name` and `avatar_path` are null for people without a name, and for people who do not want to be named. */
  '/ideas/{id}/supporters': Operation<{ path: { id: Values }; query?: GetIdeasByIdSupportersQuery }, GetIdeasByIdSupportersAnswer>
  /** List the comments on an idea. The newest first. What the caller wrote and waits for approval is among them. */
  '/forums/{forum}/ideas/{id}/comments': Operation<{ path: { forum: Values; id: Values }; query?: GetForumsQuery }, GetForumsByForumIdeasByIdCommentsAnswer>
  /** List the comments on an idea. The newest first. What the caller wrote and waits for approval is among them. */
  '/ideas/{id}/comments': Operation<{ path: { id: Values }; query?: GetForumsQuery }, GetIdeasByIdCommentsAnswer>
  /** Get a challenge for a guest. Find a whole number whose SHA-256 hash of `seed:number` begins with `bits` zero bits. It works once, for an hour, from the same network. */
  '/challenges/new': Operation<object, GetChallengesNewAnswer>
  /** List the statuses of ideas */
  '/statuses': Operation<object, GetStatusesAnswer>
  /** List the ideas by status. Each status that has ideas, with its 20 most supported ones. */
  '/roadmap': Operation<{ query?: GetRoadmapQuery }, GetRoadmapAnswer>
  /** List announcements and official answers, the newest first */
  '/updates': Operation<{ query?: GetUpdatesQuery }, GetUpdatesAnswer>
  /** Get an announcement */
  '/announcements/{id}': Operation<{ path: { id: Values } }, GetAnnouncementsByIdAnswer>
  /** List the official answers to an idea, the newest first */
  '/ideas/{id}/updates': Operation<{ path: { id: Values }; query?: GetForumsQuery }, GetIdeasByIdUpdatesAnswer>
  /** Get the person who calls */
  '/me': Operation<object, GetMeAnswer>
  /** List what the caller suggested */
  '/me/ideas': Operation<{ query?: GetMeIdeasQuery }, GetMeIdeasAnswer>
  /** List what the caller supports */
  '/me/votes': Operation<{ query?: GetMeIdeasQuery }, GetMeVotesAnswer>
  /** List what the caller follows */
  '/me/following': Operation<{ query?: GetMeIdeasQuery }, GetMeFollowingAnswer>
  /** List the comments of the caller */
  '/me/comments': Operation<{ query?: GetForumsQuery }, GetMeCommentsAnswer>
  /** List what happened to the ideas that the caller follows. Answers, comments of others and merges of the last 90 days, the newest first. */
  '/me/notifications': Operation<{ query?: GetIdeasByIdSupportersQuery }, GetMeNotificationsAnswer>
  /** List where the caller is signed in */
  '/me/sessions': Operation<object, GetMeSessionsAnswer>
  /** List the applications that act for the caller */
  '/me/applications': Operation<object, GetMeApplicationsAnswer>
  /** Get everything that the caller gave the portal */
  '/me/export': Operation<object, GetMeExportAnswer>
}

export interface PostOperations {
  /** Suggest an idea. The author supports it. Whether it waits for approval is in `state`. `custom_fields` of the forum says what the form asks besides. */
  '/forums/{forum}/ideas': Operation<{ path: { forum: Values }; body: PostForumsByForumIdeasBody }, PostForumsByForumIdeasAnswer>
  /** Support an idea. A second time changes nothing. */
  '/forums/{forum}/ideas/{id}/vote': Operation<{ path: { forum: Values; id: Values } }, PostForumsByForumIdeasAnswer>
  /** Support an idea. A second time changes nothing. */
  '/ideas/{id}/vote': Operation<{ path: { id: Values } }, PostForumsByForumIdeasAnswer>
  /** Follow an idea. The person gets the news of it. */
  '/forums/{forum}/ideas/{id}/follow': Operation<{ path: { forum: Values; id: Values } }, PostForumsByForumIdeasAnswer>
  /** Follow an idea. The person gets the news of it. */
  '/ideas/{id}/follow': Operation<{ path: { id: Values } }, PostForumsByForumIdeasAnswer>
  /** Comment on an idea. The author follows the idea from then on. */
  '/forums/{forum}/ideas/{id}/comments': Operation<{ path: { forum: Values; id: Values }; body: PostForumsByForumIdeasByIdCommentsBody }, Comment>
  /** Comment on an idea. The author follows the idea from then on. */
  '/ideas/{id}/comments': Operation<{ path: { id: Values }; body: PostForumsByForumIdeasByIdCommentsBody }, Comment>
  /** Upload a file for an idea or a comment. One part named `file`, of at most 10000000 bytes: PNG, JPEG, GIF, WebP or AVIF, PDF, plain text or CSV. Send its `id` in `attachment_ids` of the idea or comment. One that belongs to no text is deleted after 7 days. */
  '/attachments': Operation<{ body: FormData }, Attachment>
  /** Report an idea to the moderators. Once for each person; a second report changes nothing. Enough reports hide it until a moderator decides. */
  '/ideas/{id}/report': Operation<{ path: { id: Values }; body: PostIdeasByIdReportBody }, PostIdeasByIdReportAnswer>
  /** Report a comment to the moderators. Once for each person; a second report changes nothing. Enough reports hide it until a moderator decides. */
  '/comments/{id}/report': Operation<{ path: { id: Values }; body: PostIdeasByIdReportBody }, PostIdeasByIdReportAnswer>
  /** Suggest, comment or vote without signing in. Where `can` says `guest`. It waits until the address is confirmed by the mail that is sent to it, or a moderator approves it. The answer is the same for every address. */
  '/guest_contributions': Operation<{ body: PostGuestContributionsBody }, PostGuestContributionsAnswer>
}

export interface PutOperations {
  /** Change an idea of the caller. While nobody else supports it or answered; then 409. Members that are absent stay. `attachment_ids` replaces the files that the author added. */
  '/forums/{forum}/ideas/{id}': Operation<{ path: { forum: Values; id: Values }; body: PutForumsByForumIdeasByIdBody }, PostForumsByForumIdeasAnswer>
  /** Change an idea of the caller. While nobody else supports it or answered; then 409. Members that are absent stay. `attachment_ids` replaces the files that the author added. */
  '/ideas/{id}': Operation<{ path: { id: Values }; body: PutForumsByForumIdeasByIdBody }, PostForumsByForumIdeasAnswer>
  /** Change a comment of the caller */
  '/comments/{id}': Operation<{ path: { id: Values }; body: PutCommentsByIdBody }, Comment>
  /** Change the name and the settings of the caller. Absent members stay as they are. */
  '/me': Operation<{ body?: PutMeBody }, GetMeAnswer>
  /** Mark notifications as read. Those until `read_until`. What is read stays read. */
  '/me/notifications': Operation<{ body?: PutMeNotificationsBody }, PutMeNotificationsAnswer>
}

export interface DeleteOperations {
  /** Delete an idea of the caller. While nobody else supports it or answered; then 409. */
  '/forums/{forum}/ideas/{id}': Operation<{ path: { forum: Values; id: Values } }, PostForumsByForumIdeasAnswer>
  /** Delete an idea of the caller. While nobody else supports it or answered; then 409. */
  '/ideas/{id}': Operation<{ path: { id: Values } }, PostForumsByForumIdeasAnswer>
  /** Withdraw the support of an idea */
  '/forums/{forum}/ideas/{id}/vote': Operation<{ path: { forum: Values; id: Values } }, PostForumsByForumIdeasAnswer>
  /** Withdraw the support of an idea */
  '/ideas/{id}/vote': Operation<{ path: { id: Values } }, PostForumsByForumIdeasAnswer>
  /** Stop following an idea */
  '/forums/{forum}/ideas/{id}/follow': Operation<{ path: { forum: Values; id: Values } }, PostForumsByForumIdeasAnswer>
  /** Stop following an idea */
  '/ideas/{id}/follow': Operation<{ path: { id: Values } }, PostForumsByForumIdeasAnswer>
  /** Delete a comment of the caller */
  '/comments/{id}': Operation<{ path: { id: Values } }, Comment>
  /** Delete the caller. Votes, settings and the address are deleted; ideas and comments stay without their author. It cannot be undone. */
  '/me': Operation<{ body: DeleteMeBody }, DeleteMeAnswer>
  /** End all other sessions of the caller */
  '/me/sessions': Operation<object, DeleteMeSessionsAnswer>
  /** End a session of the caller */
  '/me/sessions/{id}': Operation<{ path: { id: Values } }, DeleteMeSessionsAnswer>
  /** End what an application may do for the caller */
  '/me/applications/{id}': Operation<{ path: { id: Values } }, DeleteMeSessionsAnswer>
}

export interface Operations {
  GET: GetOperations
  POST: PostOperations
  PUT: PutOperations
  DELETE: DeleteOperations
}

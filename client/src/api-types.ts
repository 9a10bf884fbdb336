// Generated from docs/openapi.json by `npm run client-types`. Do not edit.

/** One value or several; the client joins them with commas. */
export type Values = string | number | readonly (string | number)[]
/** The same, of a closed set. */
export type ValuesOf<T extends string> = T | readonly T[] | `${T},${string}`

/** Parameters whose names the document cannot list. */
export interface OpenQuery {
  [name: `fields.${string}`]: Values
  [name: `cf_${string}`]: Values | boolean
  [name: `${string}.cf_${string}`]: Values | boolean
}

export interface Operation<Options, Answer> {
  options: Options
  answer: Answer
}

export type LinksMap = { [name: string]: {
  type: string
} }

export interface Pagination {
  page: number
  per_page: number
  page_size: number
  /** Absent with total=false. */
  total_pages?: number
  /** Absent with total=false. */
  total_records?: number
  /** Absent on the last page and in page mode. */
  cursor?: string
  /** Alias of cursor. */
  page_token?: string
}

export interface SideLoaded {
  suggestions?: Suggestion[]
  forums?: Forum[]
  users?: User[]
  attachments?: Attachment[]
  external_users?: ExternalUser[]
  external_accounts?: ExternalAccount[]
  categories?: Category[]
  labels?: Label[]
  statuses?: Status[]
  status_updates?: StatusUpdate[]
  announcements?: Announcement[]
  tickets?: Ticket[]
  notes?: Note[]
  comments?: Comment[]
  supporters?: Supporter[]
  nps_ratings?: NpsRating[]
  teams?: Team[]
  custom_fields?: CustomField[]
  features?: Feature[]
  feature_statuses?: FeatureStatus[]
  product_areas?: ProductArea[]
  feedback_records?: FeedbackRecord[]
  requests?: FeedbackRecord[]
  feedback?: FeedbackRecord[]
  supporter_messages?: SupporterMessage[]
  messages?: SupporterMessage[]
  internal_statuses?: InternalStatus[]
  internal_status_updates?: InternalStatusUpdate[]
  internal_flags?: InternalFlag[]
  saved_replies?: SavedReply[]
  segments?: Segment[]
  segmented_values?: SegmentedValue[]
  filtered_columns?: SegmentedValue[]
  importance_responses?: ImportanceResponse[]
  importance_scores?: ImportanceScore[]
  permissions?: Permission[]
  forum_invitations?: ForumInvitation[]
  views?: View[]
  suggestion_activity_entries?: SuggestionActivityEntry[]
  suggested_merges?: SuggestedMerge[]
  service_hook_logs?: ServiceHookLog[]
  subdomains?: Subdomain[]
  theme_sets?: ThemeSet[]
  themes?: Theme[]
  impact_reports?: ImpactReport[]
  audit_features?: AuditFeature[]
  feedback_atoms?: FeedbackAtom[]
  feedback_connector_configurations?: FeedbackConnectorConfiguration[]
  imports?: Import[]
  bulk_actions?: BulkAction[]
  mailings?: Mailing[]
  moves?: Move[]
  recent_changes?: RecentChange[]
  content_reports?: ContentReport[]
  guest_contributions?: GuestContribution[]
  issue_links?: IssueLink[]
  audit_entries?: AuditEntry[]
  api_clients?: ApiClient[]
  sessions?: Session[]
  sso_keys?: SsoKey[]
  oidc_providers?: OidcProvider[]
  invitations?: Invitation[]
  webhooks?: Webhook[]
  webhook_deliveries?: WebhookDelivery[]
  deletions?: Deletion[]
}

export interface Suggestion {
  id: number
  title: string
  body: string
  body_mime_type: string
  state: string
  portal_url: string
  admin_url: string
  redirect_url: string | null
  channel: string
  created_at: string
  updated_at: string
  approved_at: string | null
  closed_at: string | null
  first_support_at: string | null
  last_support_at: string | null
  /** Absent for a token without people:read. */
  creator_user_agent: string | null
  /** Absent for a token without people:read. */
  creator_referrer: string | null
  /** Absent for a token without people:read. */
  creator_browser: string | null
  /** Absent for a token without people:read. */
  creator_browser_version: string | null
  /** Absent for a token without people:read. */
  creator_os: string | null
  /** Absent for a token without people:read. */
  creator_mobile: boolean
  inappropriate_flags_count: number
  comments_count: number
  notes_count: number
  requests_count: number
  votes_count: number
  supporters_count: number
  /** Absent for a token without people:read. */
  supporting_accounts_count: number
  /** Absent for a token without people:read. */
  account_supporters_count: number
  /** Absent for a token without people:read. */
  supporter_revenue: number
  /** Absent for a token without people:read. */
  supporter_mrr: number
  /** Absent for a token without people:read. */
  filtered_supporters_count: number | null
  /** Absent for a token without people:read. */
  filtered_supporting_accounts_count: number | null
  /** Absent for a token without people:read. */
  filtered_supporter_revenue: number | null
  /** Absent for a token without people:read. */
  supporter_satisfaction_score: number
  /** Absent for a token without people:read. */
  satisfaction_detractor_count: number
  /** Absent for a token without people:read. */
  satisfaction_neutral_count: number
  /** Absent for a token without people:read. */
  satisfaction_promoter_count: number
  average_engagement: number
  recent_engagement: number
  engagement_trend: number
  is_blocker: boolean | null
  unmergeable: boolean
  merge_candidates_count: number
  jira_link_count: number
  vsts_link_count: number
  sentiment_score: number | null
  total_sentiment_score: number | null
  importance_low_count: number
  importance_medium_count: number
  importance_high_count: number
  importance_total_count: number
  importance_low_percent: number
  importance_medium_percent: number
  importance_high_percent: number
  importance_score_average: string | null
  internal_flags_count: number
  all_internal_flags_count: number
  last_internal_flag_at: string | null
  list_priority: number | null
  /** Absent for a token without people:read. */
  cv_open_opportunities: number | null
  /** Absent for a token without people:read. */
  cv_lost_opportunities: number | null
  /** Absent for a token without people:read. */
  cv_potential_revenue: number | null
  /** Absent for a token without people:read. */
  cv_lost_revenue: number | null
  /** Absent for a token without people:read. */
  cv_open_opportunities_blockers: number | null
  /** Absent for a token without people:read. */
  cv_potential_revenue_blockers: number | null
  /** Absent for a token without people:read. */
  cv_percent_opportunities_won: number | null
  /** Absent for a token without people:read. */
  cv_percent_revenue_won: number | null
  links: {
    /** Id of categories. */
    category: number | null
    /** Id of users. */
    created_by: number | null
    /** Id of forums. */
    forum: number
    /** Ids of labels. */
    labels: number[] | null
    /** Id of status_updates. */
    last_status_update: number | null
    /** Id of suggestions. */
    parent_suggestion: number | null
    /** Id of statuses. */
    status: number | null
    /** Id of tickets. */
    ticket: number | null
    /** Id of users. */
    captured_by: number | null
    /** Id of users. */
    owner: number | null
    /** Id of internal_status_updates. */
    last_internal_status_update: number | null
    /** Id of supporter_messages. */
    last_supporter_message: number | null
    /** Ids of features. */
    features: number[]
    /** Ids of suggestions. */
    parent_suggestions: number[]
    /** Ids of suggestions. */
    linked_suggestions: number[]
    /** Ids of custom_fields. */
    custom_fields: number[]
  }
  [name: `cf_${string}`]: string | number | boolean | null
  [name: `cv_${string}`]: number | null
}

export interface Forum {
  id: number
  name: string
  welcome_message: string | null
  welcome_message_mime_type: string | null
  prompt: string | null
  example: string | null
  portal_url: string
  /** Absent for a token without feedback:read. */
  suggestions_count: number
  /** Absent for a token without feedback:read. */
  open_suggestions_count: number
  /** Absent for a token without feedback:read. */
  categories_count: number
  category_required: boolean
  is_public: boolean
  is_private: boolean
  classic_voting: boolean
  is_open: boolean
  importance_enabled: boolean
  moderation_enabled: boolean
  suggestion_moderation: string
  comment_moderation: string
  is_default: boolean
  /** Absent for a token without people:read. */
  access: { [name: string]: unknown }
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    updated_by: number | null
    /** Id of forums. */
    merged_into: number | null
  }
}

export interface User {
  id: number
  guid: string | null
  name: string
  email_address: string
  email_confirmed: boolean
  job_title: string | null
  avatar_url: string
  last_ip: string | null
  last_login: string | null
  country: string | null
  region: string | null
  city: string | null
  satisfaction_score: number | null
  allowed_state: string
  content_hidden: boolean
  email_suppressed_at: string | null
  email_suppressed_reason: string | null
  state: string
  /** Absent for a token without feedback:read. */
  supported_suggestions_count: number
  is_admin: boolean
  is_owner: boolean
  is_validation_admin: boolean
  status_notifications: boolean
  comment_notifications: boolean
  created_at: string
  updated_at: string
  /** Absent for a token without feedback:read. */
  is_subscribed: boolean | null
  /** Absent for a token without feedback:read. */
  support_created_at: string | null
  /** Absent for a token without feedback:read. */
  suggestion_votes: number | null
  /** Absent for a token without settings:read. */
  permissions: { [name: string]: unknown } | null
  traits: { [name: string]: unknown } | null
  links: {
    /** Id of nps_ratings. */
    current_nps_rating: number | null
    /** Id of nps_ratings. */
    previous_nps_rating: number | null
    /** Ids of external_users. */
    external_users: number[]
    /** Ids of teams. */
    teams: number[]
    /** Id of supporters. */
    supporter: number | null
    /** Id of crm_accounts. */
    crm_account: number | null
  }
}

export interface Attachment {
  id: number
  file_name: string
  content_type: string
  size_in_bytes: number
  created_at: string
  updated_at: string
  url: string
  thumb_url: string
  token: string
  links: {
    /** Id of suggestions. */
    suggestion: number | null
    /** Id of notes. */
    note: number | null
    /** Id of comments. */
    comment: number | null
    /** Id of users. */
    created_by: number | null
  }
}

export interface ExternalUser {
  id: number
  external_id: string
  email: string | null
  name: string | null
  type: string | null
  ip: string | null
  external_created_at: string | null
  last_seen_at: string | null
  seen_days: number | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number
    /** Id of external_accounts. */
    external_account: number | null
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface ExternalAccount {
  id: number
  external_id: string | null
  name: string | null
  plan: string | null
  mrr: number | null
  mrr_cents: number | null
  ltv: number | null
  ltv_cents: number | null
  revenue: number | null
  nps: number | null
  users_count: number
  /** Absent for a token without feedback:read. */
  requests_count: number
  /** Absent for a token without feedback:read. */
  supported_ideas_count: number
  is_blocker: boolean | null
  last_active_at: string | null
  external_created_at: string | null
  created_at: string
  updated_at: string
  links: {
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface Category {
  id: number
  name: string
  suggestions_count: number
  open_suggestions_count: number
  position: number
  created_at: string
  updated_at: string
  links: {
    /** Id of forums. */
    forum: number
  }
}

export interface Label {
  id: number
  name: string
  full_name: string
  level: number
  open_suggestions_count: number
  can_recommend: boolean
  created_at: string
  updated_at: string
  links: {
    /** Id of labels. */
    parent: number | null
  }
}

export interface Status {
  id: number
  name: string
  is_open: boolean
  hex_color: string
  position: number
  allow_comments: boolean
  is_default: boolean
  created_at: string
  updated_at: string
}

export interface StatusUpdate {
  id: number
  body: string | null
  body_mime_type: string
  html_body: string | null
  supporters_notified: boolean
  /** Absent for a token without people:read. */
  notification_email_address: string | null
  mail_sent_count: number
  mail_opened_count: number
  mail_clicked_count: number
  thumbs_up_count: number
  thumbs_down_count: number
  reactions_enabled: boolean
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    user: number | null
    /** Id of statuses. */
    new_status: number | null
    /** Id of statuses. */
    old_status: number | null
  }
}

export interface Announcement {
  id: number
  title: string
  body: string
  body_mime_type: string
  types: string[]
  state: string
  publish_at: string | null
  published_at: string | null
  picture_alt: string | null
  notify_supporters: boolean
  notification_requested_at: string | null
  portal_url: string
  created_at: string
  updated_at: string
  links: {
    /** Id of attachments. */
    picture: number | null
    /** Ids of suggestions. */
    suggestions: number[]
    /** Ids of forums. */
    forums: number[]
    /** Id of users. */
    notification_requested_by: number | null
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface Ticket {
  id: number
  ticket_number: number
  subject: string
  state: string
  channel: string
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    assignee: number | null
    /** Id of users. */
    contact: number | null
    /** Id of users. */
    created_by: number | null
  }
}

export interface Note {
  id: number
  body: string
  body_mime_type: string
  reply_count: number
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    created_by: number | null
    /** Ids of users. */
    mentions: number[]
    /** Id of notes. */
    parent: number | null
  }
}

export interface Comment {
  id: number
  body: string
  body_mime_type: string
  state: string
  channel: string
  sentiment_score: number | null
  is_admin_comment: boolean
  inappropriate_flags_count: number
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    created_by: number
    /** Id of comments. */
    reply_to: number | null
    /** Ids of users. */
    mentions: number[]
  }
}

export interface Supporter {
  id: number
  how: string
  channel: string
  is_subscribed: boolean
  comments_count: number
  requests_count: number
  feedback_count: number
  importance_score: number | null
  /** Absent for a token without people:read. */
  traits: { [name: string]: unknown } | null
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    user: number
    /** Id of users. */
    created_by: number
    /** Id of users. */
    updated_by: number
  }
}

export interface NpsRating {
  id: number
  rating: number
  previous_rating: number | null
  rating_delta: number | null
  body: string | null
  prompt: string | null
  group: string
  traits: { [name: string]: unknown } | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number
    /** Id of tickets. */
    ticket: number | null
  }
}

export interface Team {
  id: number
  name: string
  members_count: number
  created_at: string
  updated_at: string
}

export interface CustomField {
  id: number
  key: string
  name: string
  field_type: string
  object_type: string
  combined_type: string | null
  value_type: string | null
  numeric_enum_values: number[] | null
  portal_position: number | null
  portal_required: boolean
  portal_public: boolean
  portal_choices: string[]
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface Feature {
  id: number
  name: string
  description: string | null
  description_mime_type: string
  position: number
  is_blocker: boolean | null
  suggestions_count: number
  supporting_users_count: number
  /** Absent for a token without people:read. */
  supporting_accounts_count: number
  /** Absent for a token without people:read. */
  supporter_revenue: number
  /** Absent for a token without people:read. */
  supporter_mrr_cents: number
  jira_link_count: number
  vsts_link_count: number
  /** Absent for a token without people:read. */
  cv_open_opportunities: number | null
  /** Absent for a token without people:read. */
  cv_lost_opportunities: number | null
  /** Absent for a token without people:read. */
  cv_potential_revenue: number | null
  /** Absent for a token without people:read. */
  cv_lost_revenue: number | null
  /** Absent for a token without people:read. */
  cv_open_opportunities_blockers: number | null
  /** Absent for a token without people:read. */
  cv_potential_revenue_blockers: number | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
    /** Id of feature_statuses. */
    feature_status: number | null
    /** Id of product_areas. */
    product_area: number | null
    /** Id of roadmaps. */
    roadmap: number | null
    /** Ids of suggestions. */
    suggestions: number[]
    /** Ids of custom_fields. */
    custom_fields: number[]
  }
  [name: `cf_${string}`]: string | number | boolean | null
  [name: `cv_${string}`]: number | null
}

export interface FeatureStatus {
  id: number
  name: string
  position: number
  hex_color: string
  is_default: boolean
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface ProductArea {
  id: number
  name: string
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface FeedbackRecord {
  id: number
  body: string
  body_mime_type: string
  state: string
  channel: string
  severity: number | null
  source_url: string | null
  source_guid: string | null
  source_type: string | null
  source_title: string | null
  prompt: string | null
  /** Absent for a token without people:read. */
  referrer: string | null
  has_attachments: boolean
  sentiment_score: number | null
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number | null
    /** Id of users. */
    user: number | null
    /** Id of supporters. */
    supporter: number | null
    /** Id of tickets. */
    ticket: number | null
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
    /** Id of sfdc_opportunities. */
    sfdc_opportunity: number | null
  }
}

export interface SupporterMessage {
  id: number
  body: string
  body_mime_type: string
  mail_sent_count: number
  mail_opened_count: number
  mail_clicked_count: number
  reply_count: number
  /** Absent for a token without people:read. */
  notification_email_address: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    created_by: number | null
  }
}

export interface InternalStatus {
  id: number
  name: string
  position: number
  hex_color: string
  is_default: boolean
  created_at: string
  updated_at: string
}

export interface InternalStatusUpdate {
  id: number
  name: string | null
  hex_color: string | null
  internal_status_id: number | null
  teams_notified: boolean
  thumbs_up_count: number
  thumbs_down_count: number
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    created_by: number | null
    /** Id of internal_statuses. */
    new_internal_status: number | null
    /** Id of internal_statuses. */
    old_internal_status: number | null
  }
}

export interface InternalFlag {
  id: number
  reason: string
  cleared_at: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    user: number | null
    /** Id of users. */
    created_by: number | null
  }
}

export interface SavedReply {
  id: number
  title: string
  body: string
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface Segment {
  id: number
  key: string
  name: string
  filters: { [name: string]: unknown }
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface SegmentedValue {
  id: number
  key: string
  name: string
  column_type: string
  object_type: string
  created_at: string
  updated_at: string
  links: {
    /** Id of segments. */
    segment: number | null
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface ImportanceResponse {
  id: number
  label: string
  value: number
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number | null
  }
}

export interface ImportanceScore {
  id: number
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number | null
    /** Id of importance_responses. */
    response: number | null
    /** Id of suggestions. */
    suggestion: number | null
  }
}

export interface Permission {
  id: number
  license_type: string
  feedback: string
  features: string
  knowledgebase: string
  settings: string
  tickets: string
  /** Absent for a token without people:read. */
  reply_to: string | null
  invitation_code: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number
    /** Id of invitations. */
    invitation: number | null
  }
}

export interface ForumInvitation {
  id: number
  code: string
  email: string
  text: string | null
  subject: string | null
  reply_to: string | null
  return_to: string | null
  action: string | null
  claimed_at: string | null
  satisfaction_score: string | null
  avatar_url: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of forums. */
    forum: number
    /** Id of users. */
    claimed_by: number | null
    /** Id of users. */
    invited_by: number | null
  }
}

export interface View {
  id: number
  kind: string
  sub_kind: string | null
  name: string
  params: string | null
  position: number
  subscribed: boolean
  subscription_params: string | null
  object_id: number | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number | null
    /** Id of users. */
    created_by: number | null
    /** Id of smartvote_experiments. */
    smartvote_experiment: number | null
  }
}

export interface SuggestionActivityEntry {
  id: number
  kind: string
  old_title: string | null
  new_title: string | null
  old_body: string | null
  new_body: string | null
  old_state: string | null
  new_state: string | null
  linkable_is_spam: boolean
  linkable_needs_review: boolean
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number
    /** Id of users. */
    created_by: number | null
    /** Id of comments. */
    comment: number | null
    /** Id of notes. */
    note: number | null
    /** Id of status_updates. */
    status_update: number | null
    /** Id of internal_flags. */
    internal_flag: number | null
    /** Id of internal_status_updates. */
    internal_status_update: number | null
    /** Id of feedback_records. */
    feedback_record: number | null
    /** Id of feedback_records. */
    feedback: number | null
    /** Id of supporter_messages. */
    supporter_message: number | null
    /** Id of supporter_messages. */
    message: number | null
    /** Id of tickets. */
    ticket: number | null
    /** Id of suggestions. */
    merged_from_suggestion: number | null
    /** Id of suggestions. */
    merged_to_suggestion: number | null
    /** Id of categories. */
    old_category: number | null
    /** Id of categories. */
    new_category: number | null
    /** Id of forums. */
    old_forum: number | null
    /** Id of forums. */
    new_forum: number | null
    /** Id of statuses. */
    old_status: number | null
    /** Id of statuses. */
    new_status: number | null
    /** Id of labels. */
    label: number | null
    /** Id of features. */
    feature: number | null
    /** Id of suggestions. */
    linked_suggestion: number | null
    /** Id of users. */
    user: number | null
  }
}

export interface SuggestedMerge {
  id: number
  score: number
  state: string
  subdomain_id: number
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion_a: number
    /** Id of suggestions. */
    suggestion_b: number
  }
}

export interface ServiceHookLog {
  id: number
  url: string
  event: string
  object_id: number | null
  http_status: number | null
  exception: string | null
  created_at: string
  updated_at: string
}

export interface Subdomain {
  id: number
  key: string
  name: string
  cname: string | null
  deleted_at: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of forums. */
    default_forum: number | null
  }
}

export interface ThemeSet {
  id: number
  name: string
  created_at: string
  updated_at: string
  links: {
    /** Ids of themes. */
    themes: number[]
  }
}

export interface Theme {
  id: number
  name: string
  created_at: string
  updated_at: string
  links: {
    /** Id of theme_sets. */
    theme_set: number
  }
}

export interface ImpactReport {
  id: number
  name: string
  body: string
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number | null
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface AuditFeature {
  id: number
  kind: string
  /** Absent for a token without feedback:read. */
  name: string
  created_at: string
  updated_at: string
  links: {
    /** Id of features. */
    feature: number | null
    /** Id of users. */
    created_by: number | null
  }
}

export interface FeedbackAtom {
  id: number
  body: string
  created_at: string
  updated_at: string
  links: {
    /** Id of feedback_records. */
    feedback_record: number | null
    /** Id of suggestions. */
    suggestion: number | null
  }
}

export interface FeedbackConnectorConfiguration {
  id: number
  name: string
  connector_type: string
  is_enabled: boolean
  settings: { [name: string]: unknown }
  last_tested_at: string | null
  created_at: string
  updated_at: string
}

export interface Import {
  id: number
  type: string
  state: string
  total_rows: number
  processed_rows: number
  imported_records: number
  import_started_at: string | null
  import_completed_at: string | null
  reason: string | null
  file_name: string | null
  skipped_rows: number
  problems_count: number
  mapped_values: ({
    column: string
    field: string
    value: string
    to: string | null
    guess: boolean
    count: number
  })[]
  can_undo: boolean
  undo_until: string | null
  undo_started_at: string | null
  undone_at: string | null
  undone_rows: number
  undone_records: number
  kept_records: number
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number | null
  }
}

export interface BulkAction {
  id: number
  action: string
  state: string
  query: string | null
  body: string | null
  body_mime_type: string
  notify_supporters: boolean
  total_count: number
  done_count: number
  changed_count: number
  failed_count: number
  undone_count: number
  errors: ({
    id: number
    reason: string
  })[]
  undo_until: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of labels. */
    label: number | null
    /** Id of categories. */
    category: number | null
    /** Id of statuses. */
    status: number | null
    /** Id of users. */
    owner: number | null
    /** Id of forums. */
    forum: number | null
    /** Id of suggestions. */
    suggestion: number | null
  }
}

export interface Mailing {
  id: number
  state: string
  stopped_reason: string | null
  recipients_count: number
  sent_count: number
  skipped_count: number
  failed_count: number
  created_at: string
  updated_at: string
  links: {
    /** Id of status_updates. */
    status_update: number | null
    /** Id of supporter_messages. */
    supporter_message: number | null
    /** Id of announcements. */
    announcement: number | null
    /** Id of comments. */
    comment: number | null
    /** Id of suggestions. */
    merged_suggestion: number | null
  }
}

export interface Move {
  id: number
  source: string
  account: string
  address: string | null
  files: ({
    name: string
    size_in_bytes: number
  })[] | null
  state: string
  task: string | null
  task_state: string | null
  step: string | null
  progress: { [name: string]: unknown }
  reason: string | null
  look: { [name: string]: unknown } | null
  looked_at: string | null
  verified: boolean | null
  undone: { [name: string]: unknown } | null
  has_credentials: boolean
  has_report: boolean
  has_values: boolean
  has_trial: boolean
  mapping: { [name: string]: unknown }
  has_folder: boolean
  task_started_at: string | null
  task_ended_at: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    started_by: number | null
  }
}

export interface RecentChange {
  id: number
  action: string
  collection: string
  record_id: number | null
  name: string
  records_count: number
  before: { [name: string]: unknown } | null
  after: { [name: string]: unknown } | null
  undo_problem: string | null
  undo_until: string
  undone_at: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number
    /** Id of bulk_actions. */
    bulk_action: number | null
    /** Id of imports. */
    import: number | null
  }
}

export interface ContentReport {
  id: number
  reason: string
  body: string
  state: string
  hidden_state: string | null
  decided_at: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number | null
    /** Id of comments. */
    comment: number | null
    /** Id of users. */
    user: number
    /** Id of users. */
    decided_by: number | null
  }
}

export interface GuestContribution {
  id: number
  kind: string
  state: string
  /** Absent for a token without people:read. */
  name: string
  /** Absent for a token without people:read. */
  email_address: string
  title: string
  body: string
  custom_fields: { [name: string]: unknown }
  record_id: number | null
  created_at: string
  updated_at: string
  expires_at: string
  links: {
    /** Id of forums. */
    forum: number
    /** Id of categories. */
    category: number | null
    /** Id of suggestions. */
    suggestion: number | null
    /** Id of comments. */
    reply_to: number | null
  }
}

export interface IssueLink {
  id: number
  tracker: string
  issue_key: string
  url: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of suggestions. */
    suggestion: number | null
    /** Id of features. */
    feature: number | null
    /** Id of users. */
    created_by: number | null
  }
}

export interface AuditEntry {
  id: number
  action: string
  subject_type: string | null
  subject_id: number | null
  /** Absent for a token without people:read. */
  subject_name: string | null
  /** Absent for a token without people:read. */
  before: { [name: string]: unknown } | null
  /** Absent for a token without people:read. */
  after: { [name: string]: unknown } | null
  /** Absent for a token without people:read. */
  address: string | null
  request_id: string | null
  api_client_id: number | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    user: number | null
  }
}

export interface ApiClient {
  id: number
  name: string
  key_hint: string
  key: string | null
  secret: string | null
  audience: string
  is_trusted: boolean
  is_read_only: boolean
  is_public: boolean
  scopes: string[] | null
  networks: string[] | null
  redirect_uris: string[]
  allows_query_token: boolean
  allows_password_grant: boolean
  token_lifetime_seconds: number | null
  requests_per_minute: number | null
  retry_after: string
  previous_secret_expires_at: string | null
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
  updated_at: string
}

export interface Session {
  id: number
  role: string | null
  language: string | null
  method: string
  has_second_factor: boolean
  needs_second_factor: boolean
  /** Absent for a token without people:read. */
  address: string | null
  /** Absent for a token without people:read. */
  user_agent: string | null
  created_at: string
  updated_at: string
  last_used_at: string
  expires_at: string
  links: {
    /** Id of users. */
    user: number
  }
}

export interface SsoKey {
  id: number
  name: string
  key: string | null
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
  updated_at: string
}

export interface OidcProvider {
  id: number
  name: string
  slug: string
  issuer: string
  client_id: string
  has_client_secret: boolean
  token_endpoint_auth_method: string | null
  scopes: string
  groups_claim: string | null
  roles: { [name: string]: unknown }
  allow_new: string | null
  email_domains: string[]
  available_to: string
  is_enabled: boolean
  position: number
  staff_redirect_uri: string
  end_user_redirect_uri: string
  created_at: string
  updated_at: string
}

export interface Invitation {
  id: number
  /** Absent for a token without people:read. */
  email: string
  role: string
  url: string | null
  expires_at: string
  accepted_at: string | null
  created_at: string
  updated_at: string
  links: {
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    user: number | null
  }
}

export interface Webhook {
  id: number
  name: string
  url: string
  state: string
  disabled_reason: string | null
  format: string
  events: string[]
  min_supporters: number | null
  signature: string
  secret: string | null
  public_key: string | null
  data_format: string
  signature_encoding: string
  previous_secret_expires_at: string | null
  failing_since: string | null
  last_delivered_at: string | null
  created_at: string
  updated_at: string
  links: {
    /** Ids of forums. */
    forums: number[]
    /** Ids of statuses. */
    statuses: number[]
    /** Id of users. */
    created_by: number | null
    /** Id of users. */
    updated_by: number | null
  }
}

export interface WebhookDelivery {
  id: number
  message_id: string
  event: string
  collection: string
  record_id: number | null
  state: string
  attempts: number
  next_attempt_at: string | null
  last_attempt_at: string | null
  http_status: number | null
  duration_ms: number | null
  error: string | null
  request_headers: { [name: string]: unknown } | null
  /** Absent for a token without people:read. */
  request_body: string | null
  response_headers: { [name: string]: unknown } | null
  /** Absent for a token without people:read. */
  response_body: string | null
  is_response_cut: boolean
  occurred_at: string
  created_at: string
  updated_at: string
  links: {
    /** Id of webhooks. */
    webhook: number
    /** Id of webhook_deliveries. */
    replay_of: number | null
  }
}

export interface Deletion {
  id: number
  collection: string
  record_id: number
  created_at: string
  updated_at: string
  links: {
  }
}

export interface PostUsersFindOrCreateBody {
  /** E-mail address, for example ann@example.com. */
  email: string
  name?: string
}

export interface PutUsersByIdBody {
  name?: string
  /** E-mail address, for example ann@example.com. */
  email_address?: string
  job_title?: string | null
  status_notifications?: boolean
  comment_notifications?: boolean
}

export interface PostUsersMergeBody {
  links: {
    from_user: number
    to_user: number
  }
}

export interface PutUsersByIdBlockBody {
  hide_content?: boolean
}

export interface PutSubdomainsByIdBody {
  name?: string
  /** At most 63 letters, digits and hyphens, without a hyphen at the start or end. */
  key?: string
  cname?: string | null
  links?: {
    default_forum?: number | null
  }
}

export interface GetTranslatableStringsAnswer {
  plain: { [name: string]: string }
  html: { [name: string]: string }
}

export interface PutTranslatableStringsByLocaleBody {
  plain?: {
    [name: string]: string | null
  }
  html?: {
    [name: string]: string | null
  }
}

export interface GetUsersByIdNeighborsAnswer {
  neighbors: {
    previous: number | null
    next: number | null
    position: number | null
    is_listed: boolean
    total_records: number | null
  }
}

export interface PostSuggestionsByIdMailPreviewBody {
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  links?: {
    status?: number | null
  }
}

export interface PostSuggestionsMergeBody {
  include_ids?: number[]
  suggestion_ids?: number[]
  to_suggestion_id?: number
  notify_supporters?: boolean
  links?: {
    from_suggestion?: number[]
    to_suggestion?: number
  }
  action?: {
    notify_supporters?: boolean
    reply_to?: string
    links?: {
      to_suggestion?: number
    }
  }
}

export interface PostBulkActionsBody {
  action: 'label' | 'unlabel' | 'categorize' | 'status' | 'assign' | 'move' | 'merge' | 'spam' | 'approve' | 'delete' | 'restore'
  ids?: number[]
  /** The filters of a list of suggestions, as in its query string, for example `forum=1&state=new`. */
  query?: string
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  notify_supporters?: boolean
  links?: {
    label?: number
    category?: number | null
    status?: number | null
    owner?: number | null
    forum?: number
    suggestion?: number
  }
}

export interface PostMovesBody {
  /** Where it comes from. `uservoice` is also for another Earshot. */
  source: 'uservoice' | 'canny' | 'productboard' | 'featurebase' | 'aha' | 'github' | 'astuto' | 'logchimp'
  /** Of the account: https://acme.uservoice.com, https://acme.canny.io, https://acme.productboard.com, https://acme.featurebase.app, https://acme.aha.io, https://github.com/acme/ideas, postgres://astuto@db.acme.example/astuto, postgres://logchimp@db.acme.example/logchimp. That of a database has a user and no password; `?sslmode=disable` connects without TLS. Private addresses only where the operator allows them (OUTGOING_NETWORKS). */
  address: string
  /** `astuto`: the subdomain, where several accounts share the database. Default: `default`. */
  account?: string
  /** `uservoice`: of a trusted client. `canny`, `featurebase`: the key of the API. */
  key?: string
  /** `uservoice`: of the client. */
  secret?: string
  /** `productboard`, `aha`, `github`; `uservoice` instead of both. */
  token?: string
  /** `astuto`, `logchimp`: of the user of the database. */
  password?: string
  /** `canny`, `productboard`, `featurebase`: where the API answers, if not where that of the product does. Files of `quackback`: with `key`, the address of the workspace. */
  api_address?: string
}

export interface PostMovesByIdReadBody {
  /** `uservoice`: of a trusted client. `canny`, `featurebase`: the key of the API. */
  key?: string
  /** `uservoice`: of the client. */
  secret?: string
  /** `productboard`, `aha`, `github`; `uservoice` instead of both. */
  token?: string
  /** `astuto`, `logchimp`: of the user of the database. */
  password?: string
  /** `canny`, `productboard`, `featurebase`: where the API answers, if not where that of the product does. Files of `quackback`: with `key`, the address of the workspace. */
  api_address?: string
}

export interface PutMovesByIdBody {
  mapping: {
    /** By name. What is in a forum that is left out does not come. */
    forums?: {
      [name: string]: string | number | {
        /** Another name. */
        create: string
      } | null
    }
    /** By `Forum / Category`, with the names of the source. */
    categories?: {
      [name: string]: string | number | {
        /** Another name. */
        create: string
      } | null
    }
    /** By name, one below another by `Label / Label`. */
    labels?: {
      [name: string]: string | number | {
        /** Another name. */
        create: string
      } | null
    }
    /** By name. */
    statuses?: {
      [name: string]: string | number | {
        /** Another name. */
        create: string
      } | null
    }
    /** By `suggestions.cf_priority`. `create` makes a field with this name. */
    custom_fields?: {
      [name: string]: string | number | {
        /** Another name. */
        create: string
      } | null
    }
    /** `keep` (the default): they come without an address. `leave_out`: neither they nor their votes and comments come, and their suggestions have no author. */
    people_without_address?: 'keep' | 'leave_out'
  }
}

export interface PostMovesByIdTryBody {
  /** `uservoice`: of a trusted client. `canny`, `featurebase`: the key of the API. */
  key?: string
  /** `uservoice`: of the client. */
  secret?: string
  /** `productboard`, `aha`, `github`; `uservoice` instead of both. */
  token?: string
  /** `astuto`, `logchimp`: of the user of the database. */
  password?: string
  /** `canny`, `productboard`, `featurebase`: where the API answers, if not where that of the product does. Files of `quackback`: with `key`, the address of the workspace. */
  api_address?: string
}

export interface PostMovesByIdRunBody {
  /** `uservoice`: of a trusted client. `canny`, `featurebase`: the key of the API. */
  key?: string
  /** `uservoice`: of the client. */
  secret?: string
  /** `productboard`, `aha`, `github`; `uservoice` instead of both. */
  token?: string
  /** `astuto`, `logchimp`: of the user of the database. */
  password?: string
  /** `canny`, `productboard`, `featurebase`: where the API answers, if not where that of the product does. Files of `quackback`: with `key`, the address of the workspace. */
  api_address?: string
}

export interface PostSuggestionsBody {
  title: string
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  attachment_tokens?: string[]
  created_at?: string
  channel?: string
  /** Also creates a supporter for the author. Default: false. */
  vote?: boolean
  user_name?: string
  /** E-mail address, for example ann@example.com. */
  user_email?: string
  links: {
    forum: number
    category?: number | null
    status?: number | null
    labels?: number[] | null
    created_by?: number
  }
  custom_fields?: {
    [name: string]: string | number | boolean | null
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface PutSuggestionsByIdBody {
  title?: string
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  attachment_tokens?: string[]
  links?: {
    forum?: number
    category?: number | null
    status?: number | null
    labels?: number[] | null
  }
  custom_fields?: {
    [name: string]: string | number | boolean | null
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface PostSuggestionsImportBody {
  title: string
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  attachment_tokens?: string[]
  state?: 'new' | 'approved' | 'published'
  created_at?: string
  user_name?: string
  /** E-mail address, for example ann@example.com. */
  user_email?: string
  forum_name?: string
  category_name?: string
  status_name?: string
  labels?: string[]
  status_update_body?: string
  status_update_created_at?: string
  /** E-mail address, for example ann@example.com. */
  status_update_created_by_email?: string
  links?: {
    forum?: number
    category?: number | null
    status?: number | null
    labels?: number[] | null
    user?: number
  }
  custom_fields?: {
    [name: string]: string | number | boolean | null
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface PostSuggestionsLinkBody {
  suggestion_ids?: number[]
  include_ids?: number[]
  links?: {
    suggestion?: number
    linked_suggestion?: number
    from_suggestion?: number
    to_suggestion?: number
  }
}

export interface PutSuggestionsListPriorityBody {
  ids?: number[]
  suggestion_ids?: number[]
}

export interface PutSuggestionsByIdAssignOwnerBody {
  links: {
    owner?: number | null
    user?: number | null
  }
}

export interface PostForumsBody {
  name: string
  welcome_message?: string | null
  prompt?: string | null
  example?: string | null
  is_public?: boolean
  is_private?: boolean
  is_open?: boolean
  is_default?: boolean
  category_required?: boolean
  classic_voting?: boolean
  importance_enabled?: boolean
  moderation_enabled?: boolean
  /** Who may do it on the portal. Nobody does more in a forum that they do not see. `chosen`: the people of these segments and accounts, and to see it also invited people. An action that is not named stays as it is. */
  access?: {
    see?: {
      tier: 'everyone' | 'signed_in' | 'chosen' | 'staff'
      segments?: number[]
      external_accounts?: number[]
    }
    support?: {
      /** Null, or nothing: the default of the installation. */
      tier?: 'everyone' | 'signed_in' | 'chosen' | 'staff' | null
      segments?: number[]
      external_accounts?: number[]
    }
    comment?: {
      /** Null, or nothing: the default of the installation. */
      tier?: 'everyone' | 'signed_in' | 'chosen' | 'staff' | null
      segments?: number[]
      external_accounts?: number[]
    }
    suggest?: {
      /** Null, or nothing: the default of the installation. */
      tier?: 'everyone' | 'signed_in' | 'chosen' | 'staff' | null
      segments?: number[]
      external_accounts?: number[]
    }
  }
  suggestion_moderation?: 'nobody' | 'first_timers' | 'guests' | 'everyone'
  comment_moderation?: 'nobody' | 'first_timers' | 'guests' | 'everyone'
}

export interface PutForumsByIdBody {
  name?: string
  welcome_message?: string | null
  prompt?: string | null
  example?: string | null
  is_public?: boolean
  is_private?: boolean
  is_open?: boolean
  is_default?: boolean
  category_required?: boolean
  classic_voting?: boolean
  importance_enabled?: boolean
  moderation_enabled?: boolean
  /** Who may do it on the portal. Nobody does more in a forum that they do not see. `chosen`: the people of these segments and accounts, and to see it also invited people. An action that is not named stays as it is. */
  access?: {
    see?: {
      tier: 'everyone' | 'signed_in' | 'chosen' | 'staff'
      segments?: number[]
      external_accounts?: number[]
    }
    support?: {
      /** Null, or nothing: the default of the installation. */
      tier?: 'everyone' | 'signed_in' | 'chosen' | 'staff' | null
      segments?: number[]
      external_accounts?: number[]
    }
    comment?: {
      /** Null, or nothing: the default of the installation. */
      tier?: 'everyone' | 'signed_in' | 'chosen' | 'staff' | null
      segments?: number[]
      external_accounts?: number[]
    }
    suggest?: {
      /** Null, or nothing: the default of the installation. */
      tier?: 'everyone' | 'signed_in' | 'chosen' | 'staff' | null
      segments?: number[]
      external_accounts?: number[]
    }
  }
  suggestion_moderation?: 'nobody' | 'first_timers' | 'guests' | 'everyone'
  comment_moderation?: 'nobody' | 'first_timers' | 'guests' | 'everyone'
}

export interface PostForumsMergeBody {
  links: {
    from_forum: number
    to_forum: number
  }
}

export interface PostImportsPreviewBody {
  /** People with their accounts, or suggestions. Default: users. */
  type?: 'users' | 'suggestions'
  csv: string
  /** The field of each column, by the name of the column, or its field, format and values; null leaves a column out. Columns that are not named are guessed by their names. Without a mapping, the columns of a file of users have the exact names of fields. */
  mapping?: {
    [name: string]: string | {
      /** Null leaves the column out. Without it, the field is guessed. */
      field?: string | null
      /** How the column writes its values. Numbers: `decimal_point` (1,234.50) or `decimal_comma` (1.234,50). Dates: `ymd`, `dmy` or `mdy`. `text` keeps the values of a new custom field as they are. Without it, the format is detected from all values of the column; when these have two readings, the format is required. */
      format?: 'decimal_point' | 'decimal_comma' | 'ymd' | 'dmy' | 'mdy' | 'text'
      /** What stands for values of the file, for example `{"in progress": "started", "n/a": null, "Mobil": {"create": "Mobile"}}`; null leaves the cell empty. Case does not count. In a list of labels each label is a value. A value that is not named becomes the only name that differs from it in spaces and punctuation alone. */
      values?: {
        [name: string]: string | number | {
          /** The name of a forum, category or label to create when there is none. */
          create: string
        } | null
      }
    } | null
  }
  /** Create the forums, categories, labels and custom fields that do not exist. */
  create_missing?: boolean
  /** Repeated in the response; the text is Unicode. */
  encoding?: string
}

export interface PostImportsBody {
  /** People with their accounts, or suggestions. Default: users. */
  type?: 'users' | 'suggestions'
  csv: string
  /** The field of each column, by the name of the column, or its field, format and values; null leaves a column out. Columns that are not named are guessed by their names. Without a mapping, the columns of a file of users have the exact names of fields. */
  mapping?: {
    [name: string]: string | {
      /** Null leaves the column out. Without it, the field is guessed. */
      field?: string | null
      /** How the column writes its values. Numbers: `decimal_point` (1,234.50) or `decimal_comma` (1.234,50). Dates: `ymd`, `dmy` or `mdy`. `text` keeps the values of a new custom field as they are. Without it, the format is detected from all values of the column; when these have two readings, the format is required. */
      format?: 'decimal_point' | 'decimal_comma' | 'ymd' | 'dmy' | 'mdy' | 'text'
      /** What stands for values of the file, for example `{"in progress": "started", "n/a": null, "Mobil": {"create": "Mobile"}}`; null leaves the cell empty. Case does not count. In a list of labels each label is a value. A value that is not named becomes the only name that differs from it in spaces and punctuation alone. */
      values?: {
        [name: string]: string | number | {
          /** The name of a forum, category or label to create when there is none. */
          create: string
        } | null
      }
    } | null
  }
  /** Create the forums, categories, labels and custom fields that do not exist. */
  create_missing?: boolean
  /** The name of the file, for people who look for it later. */
  file_name?: string
  /** Import the valid rows and report the others. */
  skip_invalid?: boolean
}

export interface PostLabelsBody {
  name: string
  can_recommend?: boolean
  links?: {
    parent?: number | null
  }
}

export interface PutLabelsByIdBody {
  name?: string
  can_recommend?: boolean
  links?: {
    parent?: number | null
  }
}

export interface PostLabelsMergeBody {
  links: {
    from_label: number
    to_label: number
  }
}

export interface PostLabelsAttachBody {
  links: {
    label: number
    suggestion: number
  }
}

export interface PostCategoriesBody {
  name: string
  position?: number
  links: {
    forum: number
  }
}

export interface PutCategoriesByIdBody {
  name?: string
  position?: number
  links?: {
    forum?: number
  }
}

export interface PutCategoriesPositionsBody {
  ids: number[]
}

export interface PostCommentsBody {
  body: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  channel?: 'api' | 'admin' | 'import' | 'portal' | 'ios' | 'android' | 'unknown'
  created_at?: string
  subscribe?: boolean
  /** E-mail address, for example ann@example.com. */
  user_email?: string
  user_name?: string
  links: {
    suggestion: number
    created_by?: number
    reply_to?: number
  }
}

export interface PutCommentsByIdBody {
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
}

export interface PutContentReportsByIdUpholdBody {
  state?: 'spam' | 'deleted'
}

export interface PostNotesBody {
  body: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  attachment_tokens?: string[]
  created_at?: string
  links: {
    suggestion?: number
    parent?: number
    mentions?: number[]
    created_by?: number
  }
}

export interface PutNotesByIdBody {
  body: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  attachment_tokens?: string[]
}

export interface PostStatusUpdatesBody {
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  notify_supporters?: boolean
  notify_subscribers?: boolean
  /** E-mail address, for example ann@example.com. */
  notification_email_address?: string
  created_at?: string
  /** E-mail address, for example ann@example.com. */
  created_by_email?: string
  links: {
    suggestion: number
    status?: number | null
    new_status?: number | null
  }
}

export interface PutStatusUpdatesByIdBody {
  body: string
  body_mime_type?: 'text/plain' | 'text/markdown'
}

export interface PostInternalStatusUpdatesBody {
  teams_notified?: boolean
  notify_teams?: boolean
  internal_status_id?: number | null
  links: {
    suggestion: number
    internal_status?: number | null
    new_internal_status?: number | null
  }
}

export interface PutInternalStatusUpdatesByIdBody {
  teams_notified?: boolean
  internal_status_id?: number | null
  links?: {
    internal_status?: number | null
    new_internal_status?: number | null
  }
}

export interface PostInternalFlagsBody {
  reason?: string
  links: {
    suggestion: number
    user?: number
  }
}

export interface PostAnnouncementsBody {
  title: string
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  types?: ('new' | 'improved' | 'fixed')[]
  picture_alt?: string | null
  notify_supporters?: boolean
  links?: {
    picture?: number | null
    suggestions?: number[]
    /** Only people who see one of them see the announcement. */
    forums?: number[]
  }
}

export interface PutAnnouncementsByIdBody {
  title?: string
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  types?: ('new' | 'improved' | 'fixed')[]
  picture_alt?: string | null
  notify_supporters?: boolean
  links?: {
    picture?: number | null
    suggestions?: number[]
    /** Only people who see one of them see the announcement. */
    forums?: number[]
  }
}

export interface PutAnnouncementsByIdScheduleBody {
  publish_at: string
}

export interface PutAnnouncementsByIdPublishBody {
  published_at?: string
}

export interface GetSuggestionsByIdNotificationPreviewAnswer {
  notification_preview: {
    people_count: number
    /** Absent for a token without people:read. */
    links: {
      users: number[]
    }
  }
  users?: ({ [name: string]: unknown })[]
}

export interface PostSupportersBody {
  /** E-mail address, for example ann@example.com. */
  user_email?: string
  user_name?: string
  /** E-mail address, for example ann@example.com. */
  email?: string
  name?: string
  user?: {
    /** E-mail address, for example ann@example.com. */
    email?: string
    name?: string
  }
  how?: string
  channel?: string
  subscribe?: boolean
  is_subscribed?: boolean
  votes_count?: number
  created_at?: string
  links: {
    suggestion: number
    user?: number
  }
}

export interface PostSupporterMessagesBody {
  body: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  /** E-mail address, for example ann@example.com. */
  notification_email_address?: string
  links: {
    suggestion: number
  }
}

export interface PostFeedbackRecordsBody {
  body: string
  body_mime_type?: 'text/plain' | 'text/html' | 'text/markdown'
  source_url?: string | null
  source_type?: string | null
  source_guid?: string | null
  source?: string | null
  channel?: string
  severity?: number
  source_title?: string
  prompt?: string
  referrer?: string
  created_at?: string
  subscribe?: boolean
  /** E-mail address, for example ann@example.com. */
  user_email?: string
  user_name?: string
  /** E-mail address, for example ann@example.com. */
  email?: string
  name?: string
  user?: {
    /** E-mail address, for example ann@example.com. */
    email?: string
    name?: string
  }
  links?: {
    suggestion?: number
    user?: number
    ticket?: number
    captured_by_user?: number
    support_created_at?: string
  }
}

export interface PutFeedbackRecordsByIdBody {
  body?: string
  body_mime_type?: 'text/plain' | 'text/html' | 'text/markdown'
  source_url?: string | null
  source_type?: string | null
  source_guid?: string | null
  source?: string | null
  subscribe?: boolean
  links?: {
    suggestion?: number | null
    user?: number | null
  }
}

export interface PostNpsRatingsBody {
  rating: number
  prompt?: string
  body?: string
  date?: string
  links: {
    user: number
    ticket?: number
  }
}

export interface PostNpsRatingsBulkDeleteBody {
  ids: number[]
}

export interface PostImportanceScoresBody {
  /** E-mail address, for example ann@example.com. */
  user_email?: string
  user_name?: string
  /** E-mail address, for example ann@example.com. */
  email?: string
  name?: string
  user?: {
    /** E-mail address, for example ann@example.com. */
    email?: string
    name?: string
  }
  links: {
    suggestion: number
    response: number
    user?: number
  }
}

export interface PostStatusesBody {
  name: string
  /** Hexadecimal color, for example #1a2b3c. */
  hex_color?: string
  position?: number
  is_default?: boolean
  is_open?: boolean
  allow_comments?: boolean
}

export interface PutStatusesByIdBody {
  name?: string
  /** Hexadecimal color, for example #1a2b3c. */
  hex_color?: string
  position?: number
  is_default?: boolean
  is_open?: boolean
  allow_comments?: boolean
}

export interface PostInternalStatusesBody {
  name: string
  /** Hexadecimal color, for example #1a2b3c. */
  hex_color?: string
  position?: number
  is_default?: boolean
}

export interface PutInternalStatusesByIdBody {
  name?: string
  /** Hexadecimal color, for example #1a2b3c. */
  hex_color?: string
  position?: number
  is_default?: boolean
}

export interface PostFeatureStatusesBody {
  name: string
  /** Hexadecimal color, for example #1a2b3c. */
  hex_color?: string
  position?: number
  is_default?: boolean
}

export interface PutFeatureStatusesByIdBody {
  name?: string
  /** Hexadecimal color, for example #1a2b3c. */
  hex_color?: string
  position?: number
  is_default?: boolean
}

export interface PostProductAreasBody {
  name: string
}

export interface PutProductAreasByIdBody {
  name?: string
}

export interface PostCustomFieldsBody {
  name: string
  /** Letters A to Z, digits and _, for example cf_team_size. The prefix cf_ is added where it is missing. */
  key: string
  field_type: 'boolean' | 'timestamp' | 'string' | 'text' | 'number'
  object_type: 'external_users' | 'external_accounts' | 'features' | 'suggestions'
  /** Fields of suggestions: the form of the portal asks for it, in the order of positions. Null: it does not. */
  portal_position?: number | null
  portal_required?: boolean
  /** Whether everybody who sees the suggestion sees the answer, or only its author and the team. */
  portal_public?: boolean
  /** Of a string: people choose one of them. Of a text: some of them, which it has in lines. */
  portal_choices?: string[]
}

export interface PutCustomFieldsByIdBody {
  name?: string
  /** Letters A to Z, digits and _, for example cf_team_size. The prefix cf_ is added where it is missing. */
  key?: string
  /** Fields of suggestions: the form of the portal asks for it, in the order of positions. Null: it does not. */
  portal_position?: number | null
  portal_required?: boolean
  /** Whether everybody who sees the suggestion sees the answer, or only its author and the team. */
  portal_public?: boolean
  /** Of a string: people choose one of them. Of a text: some of them, which it has in lines. */
  portal_choices?: string[]
}

export interface PostExternalUsersImportBody {
  users?: ({
    external_id?: string | null
    id?: string | null
    email?: string | null
    email_address?: string | null
    user_id?: number | null
    name?: string | null
    type?: string | null
    ip?: string | null
    external_created_at?: string | null
    last_seen_at?: string | null
    seen_days?: number | null
    account?: {
      external_id?: string | null
      id?: string | null
      name?: string | null
      plan?: string | null
      mrr?: number | null
      mrr_cents?: number | null
      ltv?: number | null
      ltv_cents?: number | null
      external_created_at?: string | null
      custom_fields?: {
        [name: string]: string | number | boolean | null
      }
      [name: `cf_${string}`]: string | number | boolean | null
    } | null
    external_account?: {
      external_id?: string | null
      id?: string | null
      name?: string | null
      plan?: string | null
      mrr?: number | null
      mrr_cents?: number | null
      ltv?: number | null
      ltv_cents?: number | null
      external_created_at?: string | null
      custom_fields?: {
        [name: string]: string | number | boolean | null
      }
      [name: `cf_${string}`]: string | number | boolean | null
    } | null
    custom_fields?: {
      [name: string]: string | number | boolean | null
    }
    [name: `cf_${string}`]: string | number | boolean | null
  })[]
  external_users?: ({
    external_id?: string | null
    id?: string | null
    email?: string | null
    email_address?: string | null
    user_id?: number | null
    name?: string | null
    type?: string | null
    ip?: string | null
    external_created_at?: string | null
    last_seen_at?: string | null
    seen_days?: number | null
    account?: {
      external_id?: string | null
      id?: string | null
      name?: string | null
      plan?: string | null
      mrr?: number | null
      mrr_cents?: number | null
      ltv?: number | null
      ltv_cents?: number | null
      external_created_at?: string | null
      custom_fields?: {
        [name: string]: string | number | boolean | null
      }
      [name: `cf_${string}`]: string | number | boolean | null
    } | null
    external_account?: {
      external_id?: string | null
      id?: string | null
      name?: string | null
      plan?: string | null
      mrr?: number | null
      mrr_cents?: number | null
      ltv?: number | null
      ltv_cents?: number | null
      external_created_at?: string | null
      custom_fields?: {
        [name: string]: string | number | boolean | null
      }
      [name: `cf_${string}`]: string | number | boolean | null
    } | null
    custom_fields?: {
      [name: string]: string | number | boolean | null
    }
    [name: `cf_${string}`]: string | number | boolean | null
  })[]
}

export interface PostExternalUsersBulkDeleteBody {
  ids: number[]
}

export interface PostExternalUsersBulkDeleteByExternalIdBody {
  external_ids: string[]
}

export interface DeleteExternalUsersBulkDeleteBody {
  ids: number[]
}

export interface DeleteExternalUsersBulkDeleteByExternalIdBody {
  external_ids: string[]
}

export interface PostExternalAccountsImportBody {
  accounts?: ({
    external_id?: string | null
    id?: string | null
    name?: string | null
    plan?: string | null
    mrr?: number | null
    mrr_cents?: number | null
    ltv?: number | null
    ltv_cents?: number | null
    external_created_at?: string | null
    custom_fields?: {
      [name: string]: string | number | boolean | null
    }
    [name: `cf_${string}`]: string | number | boolean | null
  })[]
  external_accounts?: ({
    external_id?: string | null
    id?: string | null
    name?: string | null
    plan?: string | null
    mrr?: number | null
    mrr_cents?: number | null
    ltv?: number | null
    ltv_cents?: number | null
    external_created_at?: string | null
    custom_fields?: {
      [name: string]: string | number | boolean | null
    }
    [name: `cf_${string}`]: string | number | boolean | null
  })[]
}

export interface PutExternalAccountsByIdBody {
  external_id?: string
  name?: string | null
  plan?: string | null
  mrr?: number | null
  ltv?: number | null
  custom_fields?: {
    [name: string]: string | number | boolean | null
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface PostExternalAccountsBulkDeleteBody {
  ids: number[]
}

export interface PostExternalAccountsBulkDeleteByExternalIdBody {
  external_ids: string[]
}

export interface DeleteExternalAccountsBulkDeleteBody {
  ids: number[]
}

export interface DeleteExternalAccountsBulkDeleteByExternalIdBody {
  external_ids: string[]
}

export interface PostBulkIdentifyBody {
  identities: ({
    /** E-mail address, for example ann@example.com. */
    email: string
    id?: string | null
    name?: string | null
    created_at?: number | null
    type?: string | null
    account?: {
      id?: string | null
      name?: string | null
      created_at?: number | null
      monthly_rate?: number | null
      ltv?: number | null
      plan?: string | null
    } | null
  })[]
}

export interface PostTeamsBody {
  name: string
}

export interface PutTeamsByIdBody {
  name?: string
}

export interface PostTeamsAssignBody {
  links: {
    team: number
    user: number
  }
}

export interface PostPermissionsBody {
  /** E-mail address, for example ann@example.com. */
  email: string
  license_type: 'fullaccess_admin' | 'admin' | 'contributor' | 'feedback_admin'
  feedback?: 'none' | 'view' | 'contribute' | 'manage'
  features?: 'none' | 'view' | 'manage'
  knowledgebase?: 'none' | 'view' | 'manage'
  settings?: 'none' | 'manage' | 'manage_account'
  /** Lowercase letters a to z and _, for example manage. */
  tickets?: string
  reply_to?: string | null
}

export interface PutPermissionsByIdBody {
  license_type?: 'fullaccess_admin' | 'admin' | 'contributor' | 'feedback_admin'
  feedback?: 'none' | 'view' | 'contribute' | 'manage'
  features?: 'none' | 'view' | 'manage'
  knowledgebase?: 'none' | 'view' | 'manage'
  settings?: 'none' | 'manage' | 'manage_account'
  /** Lowercase letters a to z and _, for example manage. */
  tickets?: string
  reply_to?: string | null
}

export interface PostApiClientsBody {
  name: string
  /** Whose API its tokens open: the Admin API, or /api/end_users in the name of end users. Default: admin. */
  audience?: 'admin' | 'end_users'
  is_trusted?: boolean
  is_read_only?: boolean
  /** Without a secret, for an application that cannot keep one. */
  is_public?: boolean
  /** Null: its tokens are valid until they are revoked, and those of people for an hour. */
  token_lifetime_seconds?: number | null
  /** What its tokens are limited to; null for all. */
  scopes?: ('feedback:read' | 'feedback:write' | 'people:read' | 'people:write' | 'files:read' | 'files:write' | 'settings:read' | 'settings:write')[] | null
  /** Networks that it can be used from, such as 10.0.0.0/8; null for all. */
  networks?: string[] | null
  /** Where an application has people sent back to. */
  redirect_uris?: string[]
  /** When the client and its tokens expire; null for never. */
  expires_at?: string | null
  /** Null for the limit of the plan. */
  requests_per_minute?: number | null
  retry_after?: 'epoch' | 'delta'
  allows_query_token?: boolean
  allows_password_grant?: boolean
}

export interface PutApiClientsByIdBody {
  name?: string
  /** True removes the secret. A new secret makes it false. */
  is_public?: boolean
  /** What its tokens are limited to; null for all. */
  scopes?: ('feedback:read' | 'feedback:write' | 'people:read' | 'people:write' | 'files:read' | 'files:write' | 'settings:read' | 'settings:write')[] | null
  /** Networks that it can be used from, such as 10.0.0.0/8; null for all. */
  networks?: string[] | null
  /** Where an application has people sent back to. */
  redirect_uris?: string[]
  /** When the client and its tokens expire; null for never. */
  expires_at?: string | null
  /** Null for the limit of the plan. */
  requests_per_minute?: number | null
  retry_after?: 'epoch' | 'delta'
  allows_query_token?: boolean
  allows_password_grant?: boolean
}

export interface PutApiClientsByIdRotateBody {
  /** How long the old secret stays valid. Default: 86400, a day. */
  overlap_seconds?: number
}

export interface PutSessionsCurrentBody {
  language: 'en' | 'de'
}

export interface PostSsoKeysCheckBody {
  /** The text of a token. */
  token: string
}

export interface PostSsoKeysBody {
  name: string
}

export interface PostWebhooksBody {
  /** https:// or http://. Private addresses only where the operator allows them (OUTGOING_NETWORKS). */
  url: string
  /** A collection and `created`, `updated` or `deleted`, such as `suggestions.created`. For the format `service_hook`: new_suggestion, new_comment, suggestion_status_update, suggestion_votes_update, new_forum, new_ticket, new_ticket_reply, new_ticket_admin_reply, new_article, new_kudo. */
  events: string[]
  name?: string
  state?: 'enabled' | 'disabled'
  format?: 'standard' | 'service_hook' | 'slack' | 'teams' | 'discord'
  /** Of events about a suggestion: only with so many supporters at least. */
  min_supporters?: number | null
  data_format?: 'json' | 'xml'
  signature_encoding?: 'hex' | 'base64'
  links?: {
    /** Of events about a suggestion or a forum: only these forums. */
    forums?: number[]
    /** Of events about a suggestion: only with one of these statuses. */
    statuses?: number[]
  }
  signature?: 'hmac' | 'ed25519'
  /** Instead of a new one, for a receiver that has one already. For `service_hook` any text, which is the key of the signature as it is. */
  secret?: string
}

export interface PutWebhooksByIdBody {
  /** https:// or http://. Private addresses only where the operator allows them (OUTGOING_NETWORKS). */
  url?: string
  /** A collection and `created`, `updated` or `deleted`, such as `suggestions.created`. For the format `service_hook`: new_suggestion, new_comment, suggestion_status_update, suggestion_votes_update, new_forum, new_ticket, new_ticket_reply, new_ticket_admin_reply, new_article, new_kudo. */
  events?: string[]
  name?: string
  state?: 'enabled' | 'disabled'
  format?: 'standard' | 'service_hook' | 'slack' | 'teams' | 'discord'
  /** Of events about a suggestion: only with so many supporters at least. */
  min_supporters?: number | null
  data_format?: 'json' | 'xml'
  signature_encoding?: 'hex' | 'base64'
  links?: {
    /** Of events about a suggestion or a forum: only these forums. */
    forums?: number[]
    /** Of events about a suggestion: only with one of these statuses. */
    statuses?: number[]
  }
}

export interface PostWebhooksByIdRotateSecretBody {
  /** How long the old secret signs too. Default: 86400, a day. */
  overlap_seconds?: number
  /** Instead of a new one, for a receiver that has one already. For `service_hook` any text, which is the key of the signature as it is. */
  secret?: string
}

export interface PostWebhooksByIdReplayBody {
  from?: string
  to?: string
  deliveries?: number[]
  /** True: only messages that have not arrived with any delivery. Default: false. */
  only_undelivered?: boolean
}

export interface PostOidcProvidersCheckBody {
  /** The https address of the provider, exactly as it calls itself. */
  issuer: string
  client_id: string
  /** Without it, that of `id` is used where it is for the same issuer and client id. */
  client_secret?: string
  /** How the secret is sent. Null: as the provider says. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | null
  /** A stored provider. */
  id?: number
}

export interface PostOidcProvidersCheckAnswer {
  check: {
    is_ok: boolean
    problems: ({
      /** One of unreachable, not_openid, issuer, endpoints, clock, client. */
      code: string
      message: string
    })[]
    /** As the provider calls itself. */
    issuer: string | null
    authorization_endpoint: string | null
    token_endpoint: string | null
    jwks_uri: string | null
    /** How far the clock of the provider is ahead of that of this server. */
    clock_skew_seconds: number | null
    /** Whether the provider accepts the client id and the secret. Unknown where it does not say before somebody signs in. */
    client: 'accepted' | 'refused' | 'unknown'
  }
}

export interface PostOidcProvidersBody {
  /** On the button. The slug, which is part of the redirect URI, is made of it. */
  name: string
  /** The https address of the provider, exactly as it calls itself. */
  issuer: string
  client_id: string
  /** Written only, and encrypted. */
  client_secret: string
  /** How the secret is sent. Null: as the provider says. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | null
  /** With openid. Null: openid email profile. */
  scopes?: string | null
  /** The claim that lists the groups of a person. */
  groups_claim?: string | null
  /** The role of each group, of at most 100. For staff. */
  roles?: {
    [name: string]: 'viewer' | 'contributor' | 'admin' | 'owner'
  } | null
  /** The role of a person who has none yet. Null: they are refused. For staff. */
  allow_new?: 'viewer' | 'contributor' | 'admin' | 'owner' | null
  /** Domains in which a verified address is enough to become the member of staff who has it. */
  email_domains?: string[] | null
  /** Who can sign in with it. End users never get a role. Default: staff. */
  available_to?: 'staff' | 'end_users' | 'both'
  is_enabled?: boolean
  position?: number
}

export interface PutOidcProvidersByIdBody {
  /** The slug stays. */
  name?: string
  /** The https address of the provider, exactly as it calls itself. */
  issuer?: string
  client_id?: string
  /** Without it the stored one stays. Required when the issuer or the client id changes. */
  client_secret?: string
  /** How the secret is sent. Null: as the provider says. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | null
  /** With openid. Null: openid email profile. */
  scopes?: string | null
  /** The claim that lists the groups of a person. */
  groups_claim?: string | null
  /** The role of each group, of at most 100. For staff. */
  roles?: {
    [name: string]: 'viewer' | 'contributor' | 'admin' | 'owner'
  } | null
  /** The role of a person who has none yet. Null: they are refused. For staff. */
  allow_new?: 'viewer' | 'contributor' | 'admin' | 'owner' | null
  /** Domains in which a verified address is enough to become the member of staff who has it. */
  email_domains?: string[] | null
  /** Who can sign in with it. End users never get a role. Default: staff. */
  available_to?: 'staff' | 'end_users' | 'both'
  is_enabled?: boolean
  position?: number
}

export interface PutStaffByIdBody {
  role?: 'viewer' | 'contributor' | 'admin' | 'owner'
  is_disabled?: boolean
}

export interface GetStaffAnswer {
  staff: ({
    /** The id of the user. */
    id: number
    name: string
    email_address: string
    role: 'viewer' | 'contributor' | 'admin' | 'owner'
    is_disabled: boolean
    has_password: boolean
    passkeys_count: number
    /** An authenticator app. A passkey counts too. */
    has_second_factor: boolean
    sessions_count: number
    last_login: string | null
    links: {
      permission: number
      user: number
    }
  })[]
}

export interface DeleteStaffByIdTokensBody {
  token: number
}

export interface GetStaffByIdTokensAnswer {
  tokens: ({
    id: number
    /** The name of the API client. */
    application: string
    grant_type: 'command' | 'password' | 'authorization_code'
    scopes: string[] | null
    created_at: string
    last_used_at: string | null
    links: {
      user: number
      api_client: number
    }
  })[]
}

export interface GetJobsAnswer {
  jobs: ({
    id: number
    task: string
    /** The record that it works on, if it has one. */
    subject: string | null
    /** `scheduled` jobs wait for their next run; `failed` ones have no attempt left. */
    state: 'ready' | 'running' | 'scheduled' | 'failed'
    attempts: number
    max_attempts: number
    next_run_at: string | null
    last_attempt_at: string | null
    last_error: string | null
    /** A failed mail, or a failed periodic job. Others belong to a record that would stay unfinished. */
    can_delete: boolean
  })[]
}

export interface PutNotificationSettingsBody {
  /** A mail about new suggestions, what waits for approval, and subscribed views: every hour, at 8:00, or on Mondays at 8:00. */
  digest?: 'never' | 'hourly' | 'daily' | 'weekly'
  /** An IANA time zone such as Europe/Berlin. */
  time_zone?: string
  /** The forums that the digest is limited to. Empty: all. */
  forums?: number[]
  mentions?: boolean
  failures?: boolean
}

export interface GetNotificationSettingsAnswer {
  notification_settings: {
    digest: 'never' | 'hourly' | 'daily' | 'weekly'
    time_zone: string
    /** Empty: all. */
    forums: number[]
    /** A mail at once when a note or a comment mentions you. */
    mentions: boolean
    /** A mail about background jobs and imports that failed, at most every hour. Only owners and admins get it. */
    failures: boolean
    /** False: these are the defaults. */
    is_stored: boolean
  }
}

export interface PutSettingsBody {
  /** Null for the default. */
  installation_name?: string | null
  /** ISO 4217. Null: amounts have no currency. */
  currency?: string | null
  search_language?: string
  plan?: string
  /** Null: no mail is sent. */
  mail?: {
    /** a host name or an address, such as mail.example.com */
    host: string
    port: number
    tls: 'always' | 'starttls' | 'none'
    user?: string | null
    /** Written only. Without it the stored one stays, for the same server and user. */
    password?: string
    /** an e-mail address, or a name and an address such as Earshot <earshot@example.com> */
    from: string
  } | null
  /** Null: no limit. */
  files_quota_bytes?: number | null
  /** Of a process. Null for the default. */
  uploads_at_once?: number | null
  /** Of a process. Null for the default. */
  uploads_at_once_per_client?: number | null
  /** Of a process. Null for the default. */
  streams_at_once?: number | null
  /** Of a process. Null for the default. */
  connections_per_address?: number | null
  /** Per minute, without a valid token. Null for the default. */
  requests_per_address?: number | null
  /** How long a single sign-on token may be valid. Null for the default. */
  sso_token_lifetime_seconds?: number | null
  /** The subdomain of encrypted tokens of the old kind. Null: they are refused. */
  sso_aes_subdomain?: string | null
  /** Who sees a new forum. Unless the forum says otherwise. Null for the default. */
  default_see_tier?: 'everyone' | 'signed_in' | 'staff' | null
  /** Who may support suggestions. Unless the forum says otherwise. Null for the default. */
  default_support_tier?: 'everyone' | 'signed_in' | 'staff' | null
  /** Who may comment. Unless the forum says otherwise. Null for the default. */
  default_comment_tier?: 'everyone' | 'signed_in' | 'staff' | null
  /** Who may add suggestions. Unless the forum says otherwise. Null for the default. */
  default_suggest_tier?: 'everyone' | 'signed_in' | 'staff' | null
  /** What the claims admin and owner of a single sign-on token do. Null for the default. */
  sso_role_claims?: 'ignore' | 'admin' | 'owner' | null
  /** Of end users. Null for the default. */
  portal_session_days?: number | null
  /** Of end users, without a visit. Null for the default. */
  portal_session_idle_days?: number | null
  /** Whose suggestions wait for a moderator, in new forums. Null for the default. */
  default_suggestion_moderation?: 'nobody' | 'first_timers' | 'guests' | 'everyone' | null
  /** Whose comments wait for a moderator, in new forums. Null for the default. */
  default_comment_moderation?: 'nobody' | 'first_timers' | 'guests' | 'everyone' | null
  /** A contribution to the portal with one of these words or phrases waits for a moderator. Replaces the whole list. */
  held_words?: string[] | null
  /** More links wait for a moderator, of people without an approved contribution. Null for the default. */
  newcomer_links?: number | null
  /** For so long the same text of the same person is refused. 0: never. Null for the default. */
  repeated_text_minutes?: number | null
  /** Of a person on the portal. Null for the default. */
  suggestions_per_hour?: number | null
  /** Of a person on the portal. Null for the default. */
  comments_per_hour?: number | null
  /** Of a person on the portal. Null for the default. */
  votes_per_hour?: number | null
  /** Of a person on the portal. Null for the default. */
  content_reports_per_hour?: number | null
  /** Of a person on the portal. Null for the default. */
  files_per_hour?: number | null
  /** The sites of apps that run in a browser, such as https://app.example.com: their pages may get tokens by OAuth. Replaces the whole list. */
  app_origins?: string[] | null
  /** So many people must report something to hide it until a moderator decides. 0: reports hide nothing. Null for the default. */
  reports_to_hide?: number | null
  /** The difficulty of the task that the browser of a guest solves; one more doubles the time. 0: none. Null for the default. */
  guest_work_bits?: number | null
  /** Of all mails about news together. Null for the default. */
  mails_per_minute?: number | null
  /** How long mails about a status update, a comment or a merge wait for another one. 0: not at all. Null for the default. */
  mail_delay_seconds?: number | null
  /** When daily mails are sent. Null for the default. */
  digest_hour?: number | null
  /** Of this hour: an IANA time zone such as Europe/Berlin. Null for the default. */
  digest_time_zone?: string | null
  /** Of mails to end users, by language. Mails with a code have only the footer. Replaces all texts. */
  mail_texts?: {
    en?: {
      /** Before the words of the mail. Markdown. */
      introduction?: string
      /** At the end, such as a postal address. Of a language without one, that of the other. Markdown. */
      footer?: string
    }
    de?: {
      /** Before the words of the mail. Markdown. */
      introduction?: string
      /** At the end, such as a postal address. Of a language without one, that of the other. Markdown. */
      footer?: string
    }
  } | null
  /** Who sees anything of the portal. Null for the default. */
  portal_audience?: 'everyone' | 'signed_in' | 'staff' | null
  /** For people who chose none. Null for the default. */
  portal_theme?: 'system' | 'light' | 'dark' | null
  /** The colour of links and buttons, with a contrast of at least 4.5:1. Null for the default. */
  portal_accent?: string | null
  /** The same in the dark theme. Null: a lighter form of portal_accent. */
  portal_accent_dark?: string | null
  /** The id of an uploaded attachment: the logo, at most 500 kB. PNG, JPEG, WebP, AVIF or SVG. Null: none. */
  portal_logo?: number | null
  /** The id of an uploaded attachment: the logo in the dark theme, at most 500 kB. PNG, JPEG, WebP, AVIF or SVG. Null: none. */
  portal_logo_dark?: number | null
  /** The id of an uploaded attachment: the icon in the tab of a browser, at most 100 kB. PNG, JPEG, WebP, AVIF or SVG. Null: none. */
  portal_icon?: number | null
  /** In the header. Replaces the whole list. */
  portal_links?: ({
    text: string
    /** an https, http or mailto address, or a path of this service such as /roadmap */
    url: string
  })[] | null
  /** By language. An empty text is that of the service. Replaces all texts. */
  portal_texts?: {
    en?: {
      /** Of the home page. */
      title?: string
      /** Of the home page. Markdown. */
      introduction?: string
      /** Of the form for a suggestion. Markdown. */
      suggest_introduction?: string
      /** Of every page. Markdown. */
      footer?: string
    }
    de?: {
      /** Of the home page. */
      title?: string
      /** Of the home page. Markdown. */
      introduction?: string
      /** Of the form for a suggestion. Markdown. */
      suggest_introduction?: string
      /** Of every page. Markdown. */
      footer?: string
    }
  } | null
  /** Documented properties and parts only. */
  portal_css?: string | null
  /** Asks search engines to leave the portal out. Null for the default. */
  portal_noindex?: boolean | null
  /** Shows the names of supporters to everybody who sees the suggestion. Null for the default. */
  portal_supporters?: boolean | null
  /** Other hosts that lead here; their pages redirect to the address of the service. Replaces the whole list. */
  portal_hosts?: string[] | null
}

export interface GetSettingsAnswer {
  settings: {
    installation_name: {
      value: string
      default: string
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    currency: {
      value: string | null
      default: string | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    search_language: {
      value: string
      allowed: string[]
      /** False while suggestions are indexed again. */
      is_indexed: boolean
    }
    plan: {
      value: string
      allowed: ({
        name: string
        requests_per_minute: number
      })[]
    }
    mail: {
      value: {
        host: string
        port: number
        tls: 'always' | 'starttls' | 'none'
        user: string | null
        has_password: boolean
        from: string
      } | null
      default: {
        host: string
        port: number
        tls: 'always' | 'starttls' | 'none'
        user: string | null
        has_password: boolean
        from: string
      } | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    /** Those of the environment, which cannot be changed here. Others are records of oidc_providers. */
    sign_in_providers: {
      value: ({
        name: string
        slug: string
        issuer: string
        /** To be registered at the provider. */
        staff_redirect_uri: string
        end_user_redirect_uri: string
        client_id: string
        has_client_secret: boolean
        token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | null
        scopes: string
        groups_claim: string | null
        roles: {
          [name: string]: 'viewer' | 'contributor' | 'admin' | 'owner'
        }
        allow_new: 'viewer' | 'contributor' | 'admin' | 'owner' | null
        email_domains: string[]
        available_to: 'staff' | 'end_users' | 'both'
      })[]
      default: ({
        name: string
        slug: string
        issuer: string
        /** To be registered at the provider. */
        staff_redirect_uri: string
        end_user_redirect_uri: string
        client_id: string
        has_client_secret: boolean
        token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | null
        scopes: string
        groups_claim: string | null
        roles: {
          [name: string]: 'viewer' | 'contributor' | 'admin' | 'owner'
        }
        allow_new: 'viewer' | 'contributor' | 'admin' | 'owner' | null
        email_domains: string[]
        available_to: 'staff' | 'end_users' | 'both'
      })[]
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    files_quota_bytes: {
      value: number | null
      default: number | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    uploads_at_once: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    uploads_at_once_per_client: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    streams_at_once: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    connections_per_address: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    requests_per_address: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    sso_token_lifetime_seconds: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    sso_aes_subdomain: {
      value: string | null
      default: string | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    default_see_tier: {
      value: 'everyone' | 'signed_in' | 'staff'
      default: 'everyone' | 'signed_in' | 'staff'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    default_support_tier: {
      value: 'everyone' | 'signed_in' | 'staff'
      default: 'everyone' | 'signed_in' | 'staff'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    default_comment_tier: {
      value: 'everyone' | 'signed_in' | 'staff'
      default: 'everyone' | 'signed_in' | 'staff'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    default_suggest_tier: {
      value: 'everyone' | 'signed_in' | 'staff'
      default: 'everyone' | 'signed_in' | 'staff'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    sso_role_claims: {
      value: 'ignore' | 'admin' | 'owner'
      default: 'ignore' | 'admin' | 'owner'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_session_days: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_session_idle_days: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    default_suggestion_moderation: {
      value: 'nobody' | 'first_timers' | 'guests' | 'everyone'
      default: 'nobody' | 'first_timers' | 'guests' | 'everyone'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    default_comment_moderation: {
      value: 'nobody' | 'first_timers' | 'guests' | 'everyone'
      default: 'nobody' | 'first_timers' | 'guests' | 'everyone'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    held_words: {
      value: string[]
      default: string[]
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    newcomer_links: {
      value: number | null
      default: number | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    repeated_text_minutes: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    suggestions_per_hour: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    comments_per_hour: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    votes_per_hour: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    content_reports_per_hour: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    files_per_hour: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    app_origins: {
      value: string[]
      default: string[]
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    reports_to_hide: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    guest_work_bits: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    mails_per_minute: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    mail_delay_seconds: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    digest_hour: {
      value: number
      default: number
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    digest_time_zone: {
      value: string
      default: string
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    mail_texts: {
      value: {
        en: {
          introduction: string
          footer: string
        }
        de: {
          introduction: string
          footer: string
        }
      }
      default: {
        en: {
          introduction: string
          footer: string
        }
        de: {
          introduction: string
          footer: string
        }
      }
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_audience: {
      value: 'everyone' | 'signed_in' | 'staff'
      default: 'everyone' | 'signed_in' | 'staff'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_theme: {
      value: 'system' | 'light' | 'dark'
      default: 'system' | 'light' | 'dark'
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_accent: {
      value: string
      default: string
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_accent_dark: {
      value: string | null
      default: string | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_logo: {
      value: number | null
      default: number | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_logo_dark: {
      value: number | null
      default: number | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_icon: {
      value: number | null
      default: number | null
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_links: {
      value: ({
        text: string
        url: string
      })[]
      default: ({
        text: string
        url: string
      })[]
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_texts: {
      value: {
        en: {
          title: string
          introduction: string
          suggest_introduction: string
          footer: string
        }
        de: {
          title: string
          introduction: string
          suggest_introduction: string
          footer: string
        }
      }
      default: {
        en: {
          title: string
          introduction: string
          suggest_introduction: string
          footer: string
        }
        de: {
          title: string
          introduction: string
          suggest_introduction: string
          footer: string
        }
      }
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_css: {
      value: string
      default: string
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_noindex: {
      value: boolean
      default: boolean
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_supporters: {
      value: boolean
      default: boolean
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
    portal_hosts: {
      value: string[]
      default: string[]
      source: 'default' | 'stored' | 'environment'
      /** It wins when it is set. */
      environment_variable: string | null
    }
  }
}

export interface PutSettingsPortalPreviewBody {
  /** Null for the default. */
  installation_name?: string | null
  /** Of mails to end users, by language. Mails with a code have only the footer. Replaces all texts. */
  mail_texts?: {
    en?: {
      /** Before the words of the mail. Markdown. */
      introduction?: string
      /** At the end, such as a postal address. Of a language without one, that of the other. Markdown. */
      footer?: string
    }
    de?: {
      /** Before the words of the mail. Markdown. */
      introduction?: string
      /** At the end, such as a postal address. Of a language without one, that of the other. Markdown. */
      footer?: string
    }
  } | null
  /** Who sees anything of the portal. Null for the default. */
  portal_audience?: 'everyone' | 'signed_in' | 'staff' | null
  /** For people who chose none. Null for the default. */
  portal_theme?: 'system' | 'light' | 'dark' | null
  /** The colour of links and buttons, with a contrast of at least 4.5:1. Null for the default. */
  portal_accent?: string | null
  /** The same in the dark theme. Null: a lighter form of portal_accent. */
  portal_accent_dark?: string | null
  /** The id of an uploaded attachment: the logo, at most 500 kB. PNG, JPEG, WebP, AVIF or SVG. Null: none. */
  portal_logo?: number | null
  /** The id of an uploaded attachment: the logo in the dark theme, at most 500 kB. PNG, JPEG, WebP, AVIF or SVG. Null: none. */
  portal_logo_dark?: number | null
  /** The id of an uploaded attachment: the icon in the tab of a browser, at most 100 kB. PNG, JPEG, WebP, AVIF or SVG. Null: none. */
  portal_icon?: number | null
  /** In the header. Replaces the whole list. */
  portal_links?: ({
    text: string
    /** an https, http or mailto address, or a path of this service such as /roadmap */
    url: string
  })[] | null
  /** By language. An empty text is that of the service. Replaces all texts. */
  portal_texts?: {
    en?: {
      /** Of the home page. */
      title?: string
      /** Of the home page. Markdown. */
      introduction?: string
      /** Of the form for a suggestion. Markdown. */
      suggest_introduction?: string
      /** Of every page. Markdown. */
      footer?: string
    }
    de?: {
      /** Of the home page. */
      title?: string
      /** Of the home page. Markdown. */
      introduction?: string
      /** Of the form for a suggestion. Markdown. */
      suggest_introduction?: string
      /** Of every page. Markdown. */
      footer?: string
    }
  } | null
  /** Documented properties and parts only. */
  portal_css?: string | null
  /** Asks search engines to leave the portal out. Null for the default. */
  portal_noindex?: boolean | null
  /** Shows the names of supporters to everybody who sees the suggestion. Null for the default. */
  portal_supporters?: boolean | null
  /** Other hosts that lead here; their pages redirect to the address of the service. Replaces the whole list. */
  portal_hosts?: string[] | null
}

export interface PostSettingsMailTestBody {
  mail?: {
    /** a host name or an address, such as mail.example.com */
    host: string
    port: number
    tls: 'always' | 'starttls' | 'none'
    user?: string | null
    /** Written only. Without it the stored one stays, for the same server and user. */
    password?: string
    /** an e-mail address, or a name and an address such as Earshot <earshot@example.com> */
    from: string
  }
  /** A mail as end users get it. Without it, a short test. */
  kind?: 'status' | 'message' | 'comments' | 'merge' | 'announcement' | 'digest' | 'forum_invitation' | 'sign_in'
  /** By default that of the caller. */
  language?: 'en' | 'de'
  /** Of mails to end users, by language. Mails with a code have only the footer. Replaces all texts. */
  mail_texts?: {
    en?: {
      /** Before the words of the mail. Markdown. */
      introduction?: string
      /** At the end, such as a postal address. Of a language without one, that of the other. Markdown. */
      footer?: string
    }
    de?: {
      /** Before the words of the mail. Markdown. */
      introduction?: string
      /** At the end, such as a postal address. Of a language without one, that of the other. Markdown. */
      footer?: string
    }
  } | null
}

export interface PostSettingsMailDkimKeysBody {
  /** That of the sender, which is the default, or one above it. */
  domain?: string
  /** The first part of the name of the record. By default one with the date. */
  selector?: string
}

export interface GetSettingsMailDkimKeysAnswer {
  dkim_keys: ({
    id: number
    domain: string
    selector: string
    /** `active` signs mails; `new` was never used; `retired` was used before. */
    state: 'new' | 'active' | 'retired'
    created_at: string
    activated_at: string | null
    record: {
      name: string
      type: 'TXT'
      value: string
      /** A line of a zone file. Long values are split in strings of 255 characters. */
      zone_line: string
    }
  })[]
}

export interface PutSettingsMailDkimKeysByDkimKeyActivateBody {
  /** Also when the DNS does not have the record. */
  force?: boolean
}

export interface PostForumInvitationsBody {
  email: string[]
  subject?: string
  /** E-mail address, for example ann@example.com. */
  reply_to?: string
  message?: string
  links: {
    forum: number
  }
}

export interface PostInvitationsBody {
  /** E-mail address, for example ann@example.com. */
  email: string
  role: 'viewer' | 'contributor' | 'admin' | 'owner'
}

export interface PostViewsBody {
  kind: 'suggestions' | 'suggestion_activity_entries' | 'smartvote_experiments' | 'users' | 'external_accounts' | 'feedback_records' | 'features'
  sub_kind?: 'suggestions' | 'suggestion_activity_entries' | 'smartvote_experiments' | 'supporters'
  name?: string
  params?: string | null
  subscribed?: boolean
  subscription_params?: string | null
  links?: {
    user?: number
    suggestion?: number
    smartvote_experiment?: number
  }
}

export interface PutViewsByIdBody {
  name?: string
  params?: string | null
  subscribed?: boolean
  subscription_params?: string | null
  position?: number
}

export interface PostSavedRepliesBody {
  title: string
  /** Markdown. */
  body: string
}

export interface PutSavedRepliesByIdBody {
  title?: string
  /** Markdown. */
  body?: string
}

export interface PutPresenceBody {
  /** Chosen by the client. Each tab has one record open; another one takes its place. */
  tab: string
  collection: 'suggestions' | 'users' | 'external_accounts' | 'features' | 'feedback_records'
  id: number
  /** False when it is closed. Default: true. */
  is_open?: boolean
}

export interface PostThemeSetsBody {
  name: string
  themes?: string[]
}

export interface PutThemeSetsByIdBody {
  name?: string
  themes?: string[]
}

export interface PostImpactReportsBody {
  name: string
  body?: string
  links?: {
    suggestion?: number | null
  }
}

export interface PutImpactReportsByIdBody {
  name?: string
  body?: string
  links?: {
    suggestion?: number | null
  }
}

export interface PostFeedbackConnectorConfigurationsBody {
  name: string
  connector_type: string
  is_enabled?: boolean
  settings?: {
    [name: string]: unknown
  }
}

export interface PutFeedbackConnectorConfigurationsByIdBody {
  name?: string
  connector_type?: string
  is_enabled?: boolean
  settings?: {
    [name: string]: unknown
  }
}

export interface PostFeaturesBody {
  name: string
  description?: string | null
  description_mime_type?: 'text/plain' | 'text/markdown'
  position?: number
  links?: {
    feature_status?: number | null
    product_area?: number | null
  }
  custom_fields?: {
    [name: string]: string | number | boolean | null
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface PutFeaturesByIdBody {
  name?: string
  description?: string | null
  description_mime_type?: 'text/plain' | 'text/markdown'
  position?: number
  links?: {
    feature_status?: number | null
    product_area?: number | null
  }
  custom_fields?: {
    [name: string]: string | number | boolean | null
  }
  [name: `cf_${string}`]: string | number | boolean | null
}

export interface PutFeaturesByIdMoveBody {
  before?: number | null
  links?: {
    feature_status?: number | null
    product_area?: number | null
  }
}

export interface PostFeaturesByIdLinkJiraIssueBody {
  issue_key?: string
  key?: string
  /** URL that starts with https:// or http://. */
  url?: string
}

export interface DeleteFeaturesUnlinkJiraIssueByIdBody {
  issue_key?: string
}

export interface PostSuggestionsLinkToFeatureBody {
  links: {
    suggestion: number
    feature: number
  }
}

export interface DeleteSuggestionsUnlinkJiraIssueByIdBody {
  issue_key?: string
}

export interface GetDemoDataAnswer {
  state: 'none' | 'loading' | 'loaded' | 'removing' | 'failed'
  /** Why the last load or removal failed. */
  reason: string | null
  /** Whether it can be loaded: the account has no suggestions and no external users. */
  can_load: boolean
  /** The number of loaded records, by collection. */
  counts: { [name: string]: number }
  /** The number of records that were added to demo suggestions since, by collection. */
  added: { [name: string]: number }
  created_at: string | null
  updated_at: string | null
}

export interface PostSegmentsBody {
  name: string
  /** Letters A to Z, digits and _. */
  key?: string
  /** A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. Columns: user.name, user.email, user.job_title, user.country, user.region, user.city, user.satisfaction_score, user.satisfaction_group, user.last_login, user.created_at, user.external_id, user.type, user.seen_days, user.last_seen_at, account.external_id, account.name, account.plan, account.mrr, account.ltv, account.nps, account.users_count, account.created_at, external_users.cf_…, external_accounts.cf_…. Operators: is, is_not, in, contains, does_not_contain, starts_with, greater_than, less_than, at_least, at_most, after, before, is_set, is_not_set. A unit (days, weeks, months) makes the operand a time in the past. */
  filters?: unknown
}

export interface PutSegmentsByIdBody {
  name?: string
  /** A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. Columns: user.name, user.email, user.job_title, user.country, user.region, user.city, user.satisfaction_score, user.satisfaction_group, user.last_login, user.created_at, user.external_id, user.type, user.seen_days, user.last_seen_at, account.external_id, account.name, account.plan, account.mrr, account.ltv, account.nps, account.users_count, account.created_at, external_users.cf_…, external_accounts.cf_…. Operators: is, is_not, in, contains, does_not_contain, starts_with, greater_than, less_than, at_least, at_most, after, before, is_set, is_not_set. A unit (days, weeks, months) makes the operand a time in the past. */
  filters?: unknown
}

export interface PostSegmentedValuesBody {
  name: string
  /** Letters A to Z, digits and _. */
  key?: string
  column_type: 'users_count' | 'accounts_count' | 'mrr' | 'revenue'
  object_type?: 'features' | 'suggestions'
  segment_id?: number
  links?: {
    segment?: number
  }
}

export interface PutSegmentedValuesByIdBody {
  name?: string
}

export interface PutRolesByNameBody {
  requires_second_factor: boolean
}

export interface PostOauthTokenBody {
  grant_type: 'client_credentials' | 'password' | 'authorization_code' | 'refresh_token'
  client_id?: string
  client_secret?: string
  /** Names with spaces between them, to limit the token. */
  scope?: string
  /** password: the e-mail address of the person. */
  username?: string
  password?: string
  /** authorization_code: the code that the person allowed. */
  code?: string
  redirect_uri?: string
  code_verifier?: string
  /** refresh_token: the one of the last response. It works once. */
  refresh_token?: string
}

export interface PostOauthTokenAnswer {
  access_token: string
  token_type: 'bearer'
  /** In seconds. Absent: never. */
  expires_in?: number
  /** For tokens of people: gets the next access token. */
  refresh_token?: string
  /** When the token is limited. */
  scope?: string
}

export interface PostOauthRevokeBody {
  token: string
  client_id?: string
  client_secret?: string
}

export type IncludesParameter = ValuesOf<'suggestions' | 'forums' | 'users' | 'attachments' | 'external_users' | 'external_accounts' | 'categories' | 'labels' | 'statuses' | 'status_updates' | 'announcements' | 'tickets' | 'notes' | 'comments' | 'supporters' | 'nps_ratings' | 'teams' | 'custom_fields' | 'features' | 'feature_statuses' | 'product_areas' | 'feedback_records' | 'requests' | 'feedback' | 'supporter_messages' | 'messages' | 'internal_statuses' | 'internal_status_updates' | 'internal_flags' | 'saved_replies' | 'segments' | 'segmented_values' | 'filtered_columns' | 'importance_responses' | 'importance_scores' | 'permissions' | 'forum_invitations' | 'views' | 'suggestion_activity_entries' | 'suggested_merges' | 'service_hook_logs' | 'subdomains' | 'theme_sets' | 'themes' | 'impact_reports' | 'audit_features' | 'feedback_atoms' | 'feedback_connector_configurations' | 'imports' | 'bulk_actions' | 'mailings' | 'moves' | 'recent_changes' | 'content_reports' | 'guest_contributions' | 'issue_links' | 'audit_entries' | 'api_clients' | 'sessions' | 'sso_keys' | 'oidc_providers' | 'invitations' | 'webhooks' | 'webhook_deliveries' | 'deletions' | 'parent_suggestions' | 'crm_accounts' | 'roadmaps' | 'sfdc_opportunities' | 'smartvote_experiments'>

export interface RecordQuery extends OpenQuery {
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
}

export interface UsersRecords extends SideLoaded {
  users: User[]
  links: LinksMap
}

export interface SubdomainsRecords extends SideLoaded {
  subdomains: Subdomain[]
  links: LinksMap
}

export type SuggestionsSortParameter = 'id' | '-id' | 'title' | '-title' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'approved_at' | '-approved_at' | 'closed_at' | '-closed_at' | 'first_support_at' | '-first_support_at' | 'last_support_at' | '-last_support_at' | 'inappropriate_flags_count' | '-inappropriate_flags_count' | 'comments_count' | '-comments_count' | 'notes_count' | '-notes_count' | 'requests_count' | '-requests_count' | 'votes_count' | '-votes_count' | 'supporters_count' | '-supporters_count' | 'supporting_accounts_count' | '-supporting_accounts_count' | 'supporter_revenue' | '-supporter_revenue' | 'supporter_mrr' | '-supporter_mrr' | 'supporter_satisfaction_score' | '-supporter_satisfaction_score' | 'satisfaction_detractor_count' | '-satisfaction_detractor_count' | 'satisfaction_neutral_count' | '-satisfaction_neutral_count' | 'satisfaction_promoter_count' | '-satisfaction_promoter_count' | 'recent_engagement' | '-recent_engagement' | 'list_priority' | '-list_priority' | 'filtered_supporters_count' | '-filtered_supporters_count' | 'filtered_supporting_accounts_count' | '-filtered_supporting_accounts_count' | 'filtered_supporter_revenue' | '-filtered_supporter_revenue' | 'relevance' | `${string}cf_${string}`

export type SuggestionsStateParameter = ValuesOf<'new' | 'approved' | 'published' | 'spam' | 'deleted' | 'open' | 'closed' | 'merged' | '-new' | '-approved' | '-published' | '-spam' | '-deleted' | '-open' | '-closed' | '-merged'>

export interface GetSuggestionsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, title, created_at, updated_at, approved_at, closed_at, first_support_at, last_support_at, inappropriate_flags_count, comments_count, notes_count, requests_count, votes_count, supporters_count, supporting_accounts_count, supporter_revenue, supporter_mrr, supporter_satisfaction_score, satisfaction_detractor_count, satisfaction_neutral_count, satisfaction_promoter_count, recent_engagement, list_priority, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. With q also relevance, an extension: matches in the title first. It has pages, but no cursor. With external_account, segment, external_accounts.mrr, external_accounts.ltv, external_accounts.plan also filtered_supporters_count, filtered_supporting_accounts_count, filtered_supporter_revenue, an extension. */
  sort?: SuggestionsSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  inappropriate_flags_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  comments_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  notes_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  requests_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  votes_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  supporters_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporting_accounts_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_revenue?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_mrr?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_satisfaction_score?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_detractor_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_neutral_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_promoter_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  recent_engagement?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  list_priority?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  creator?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  uncategorized_in_forum?: Values
  /** true or false. */
  category_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  category?: Values
  /** true or false. */
  status_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  status?: Values
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted, open, closed, merged. */
  state?: SuggestionsStateParameter
  /** Ids, separated by commas. A leading "-" excludes an id. */
  label?: Values
  /** true or false. */
  label_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  supporter?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  external_account?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  feature?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  parent_suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  owner?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  mention?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  segment?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  'external_accounts.mrr'?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  'external_accounts.ltv'?: Values
  /** Values, separated by commas. A leading "-" excludes a value. A token needs people:read. */
  'external_accounts.plan'?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  import?: Values
  /** true or false. */
  has_smartvote_score?: boolean
  /** true or false. */
  has_response?: boolean
  /** RFC 3339 time. */
  engagement_since?: Values
  /** RFC 3339 time. */
  no_engagement_since?: Values
  /** RFC 3339 time. */
  period_start?: Values
  /** RFC 3339 time. */
  period_end?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface SuggestionsList extends SideLoaded {
  suggestions: Suggestion[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SuggestionsRecords extends SideLoaded {
  suggestions: Suggestion[]
  links: LinksMap
}

export interface GetForumsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, created_at, updated_at, suggestions_count, open_suggestions_count, categories_count. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'suggestions_count' | '-suggestions_count' | 'open_suggestions_count' | '-open_suggestions_count' | 'categories_count' | '-categories_count'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  suggestions_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  open_suggestions_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  categories_count?: Values
  /** true or false. */
  open?: boolean
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface ForumsList extends SideLoaded {
  forums: Forum[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ForumsRecords extends SideLoaded {
  forums: Forum[]
  links: LinksMap
}

export type UsersSortParameter = 'id' | '-id' | 'name' | '-name' | 'email_address' | '-email_address' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'last_login' | '-last_login' | 'satisfaction_score' | '-satisfaction_score' | 'supported_suggestions_count' | '-supported_suggestions_count' | `${string}cf_${string}`

export interface GetUsersQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, email_address, created_at, updated_at, last_login, satisfaction_score, supported_suggestions_count, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
  sort?: UsersSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  satisfaction_score?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  supported_suggestions_count?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  email_address?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  allowed_state?: Values
  /** true or false. */
  internal_user?: boolean
  /** true or false. */
  email_suppressed?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  team?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  external_account?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  suggestion?: Values
  association?: 'supported' | 'contributed' | 'engaged'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  segment?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  import?: Values
  /** true or false. */
  erased?: boolean
  /** Segment expression, as JSON. A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. Columns: user.name, user.email, user.job_title, user.country, user.region, user.city, user.satisfaction_score, user.satisfaction_group, user.last_login, user.created_at, user.external_id, user.type, user.seen_days, user.last_seen_at, account.external_id, account.name, account.plan, account.mrr, account.ltv, account.nps, account.users_count, account.created_at, external_users.cf_…, external_accounts.cf_…. Operators: is, is_not, in, contains, does_not_contain, starts_with, greater_than, less_than, at_least, at_most, after, before, is_set, is_not_set. A unit (days, weeks, months) makes the operand a time in the past. */
  expression?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  feature?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface UsersList extends SideLoaded {
  users: User[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface GetAttachmentsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, file_name, size_in_bytes, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'file_name' | '-file_name' | 'size_in_bytes' | '-size_in_bytes' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  size_in_bytes?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  note?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  comment?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface AttachmentsList extends SideLoaded {
  attachments: Attachment[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface AttachmentsRecords extends SideLoaded {
  attachments: Attachment[]
  links: LinksMap
}

export interface GetExternalUsersQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, external_id, email, name, external_created_at, last_seen_at, seen_days, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'external_id' | '-external_id' | 'email' | '-email' | 'name' | '-name' | 'external_created_at' | '-external_created_at' | 'last_seen_at' | '-last_seen_at' | 'seen_days' | '-seen_days' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | `${string}cf_${string}`
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  seen_days?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  external_id?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface ExternalUsersList extends SideLoaded {
  external_users: ExternalUser[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ExternalUsersRecords extends SideLoaded {
  external_users: ExternalUser[]
  links: LinksMap
}

export type ExternalAccountsSortParameter = 'id' | '-id' | 'external_id' | '-external_id' | 'name' | '-name' | 'plan' | '-plan' | 'mrr' | '-mrr' | 'ltv' | '-ltv' | 'nps' | '-nps' | 'users_count' | '-users_count' | 'requests_count' | '-requests_count' | 'supported_ideas_count' | '-supported_ideas_count' | 'last_active_at' | '-last_active_at' | 'external_created_at' | '-external_created_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | `${string}cf_${string}`

export interface GetExternalAccountsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, external_id, name, plan, mrr, ltv, nps, users_count, requests_count, supported_ideas_count, last_active_at, external_created_at, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -last_active_at. */
  sort?: ExternalAccountsSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  mrr?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  ltv?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  nps?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  users_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  requests_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  supported_ideas_count?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  external_id?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  feature?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  segment?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface ExternalAccountsList extends SideLoaded {
  external_accounts: ExternalAccount[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ExternalAccountsRecords extends SideLoaded {
  external_accounts: ExternalAccount[]
  links: LinksMap
}

export interface GetCategoriesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, position, suggestions_count, open_suggestions_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'name' | '-name' | 'position' | '-position' | 'suggestions_count' | '-suggestions_count' | 'open_suggestions_count' | '-open_suggestions_count' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  position?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  suggestions_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  open_suggestions_count?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface CategoriesList extends SideLoaded {
  categories: Category[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface CategoriesRecords extends SideLoaded {
  categories: Category[]
  links: LinksMap
}

export interface GetLabelsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, full_name, level, open_suggestions_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'name' | '-name' | 'full_name' | '-full_name' | 'level' | '-level' | 'open_suggestions_count' | '-open_suggestions_count' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  level?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  open_suggestions_count?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface LabelsList extends SideLoaded {
  labels: Label[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface LabelsRecords extends SideLoaded {
  labels: Label[]
  links: LinksMap
}

export type StatusesSortParameter = 'id' | '-id' | 'name' | '-name' | 'position' | '-position' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

export interface GetStatusesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, position, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: StatusesSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  position?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface StatusesList extends SideLoaded {
  statuses: Status[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface StatusesRecords extends SideLoaded {
  statuses: Status[]
  links: LinksMap
}

export interface GetStatusUpdatesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface StatusUpdatesList extends SideLoaded {
  status_updates: StatusUpdate[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface StatusUpdatesRecords extends SideLoaded {
  status_updates: StatusUpdate[]
  links: LinksMap
}

export interface GetAnnouncementsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, title, published_at, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'title' | '-title' | 'published_at' | '-published_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: draft, scheduled, published. */
  state?: ValuesOf<'draft' | 'scheduled' | 'published' | '-draft' | '-scheduled' | '-published'>
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** RFC 3339 time. */
  published_after?: Values
  /** RFC 3339 time. */
  published_before?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface AnnouncementsList extends SideLoaded {
  announcements: Announcement[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface AnnouncementsRecords extends SideLoaded {
  announcements: Announcement[]
  links: LinksMap
}

export interface GetTicketsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, ticket_number, subject, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'ticket_number' | '-ticket_number' | 'subject' | '-subject' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  ticket_number?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface TicketsList extends SideLoaded {
  tickets: Ticket[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface TicketsRecords extends SideLoaded {
  tickets: Ticket[]
  links: LinksMap
}

export interface GetNotesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, reply_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'reply_count' | '-reply_count' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  reply_count?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  mention?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface NotesList extends SideLoaded {
  notes: Note[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface NotesRecords extends SideLoaded {
  notes: Note[]
  links: LinksMap
}

export type CommentsSortParameter = 'id' | '-id' | 'inappropriate_flags_count' | '-inappropriate_flags_count' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

export type CommentsStateParameter = ValuesOf<'new' | 'approved' | 'published' | 'spam' | 'deleted' | '-new' | '-approved' | '-published' | '-spam' | '-deleted'>

export interface GetCommentsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, inappropriate_flags_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: CommentsSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  inappropriate_flags_count?: Values
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted. */
  state?: CommentsStateParameter
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  creator?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  mention?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface CommentsList extends SideLoaded {
  comments: Comment[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface CommentsRecords extends SideLoaded {
  comments: Comment[]
  links: LinksMap
}

export interface GetSupportersQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, comments_count, requests_count, feedback_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'comments_count' | '-comments_count' | 'requests_count' | '-requests_count' | 'feedback_count' | '-feedback_count' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  comments_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  requests_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  feedback_count?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** true or false. A token needs people:read. */
  legit?: boolean
  /** true or false. */
  anonymous?: boolean
  /** RFC 3339 time. */
  period_start?: Values
  /** RFC 3339 time. */
  period_end?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface SupportersList extends SideLoaded {
  supporters: Supporter[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SupportersRecords extends SideLoaded {
  supporters: Supporter[]
  links: LinksMap
}

export interface GetNpsRatingsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, rating, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'rating' | '-rating' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  rating?: Values
  /** RFC 3339 time. */
  period_start?: Values
  /** RFC 3339 time. */
  period_end?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  ticket?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface NpsRatingsList extends SideLoaded {
  nps_ratings: NpsRating[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface NpsRatingsRecords extends SideLoaded {
  nps_ratings: NpsRating[]
  links: LinksMap
}

export interface GetTeamsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, members_count, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'name' | '-name' | 'members_count' | '-members_count' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  members_count?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface TeamsList extends SideLoaded {
  teams: Team[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface TeamsRecords extends SideLoaded {
  teams: Team[]
  links: LinksMap
}

export interface GetCustomFieldsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, key, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'key' | '-key' | 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: external_users, external_accounts, features, suggestions. */
  object_type?: ValuesOf<'external_users' | 'external_accounts' | 'features' | 'suggestions' | '-external_users' | '-external_accounts' | '-features' | '-suggestions'>
  /** Values, separated by commas. A leading "-" excludes a value. */
  key?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface CustomFieldsList extends SideLoaded {
  custom_fields: CustomField[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface CustomFieldsRecords extends SideLoaded {
  custom_fields: CustomField[]
  links: LinksMap
}

export type FeaturesSortParameter = 'id' | '-id' | 'name' | '-name' | 'position' | '-position' | 'suggestions_count' | '-suggestions_count' | 'supporting_users_count' | '-supporting_users_count' | 'supporting_accounts_count' | '-supporting_accounts_count' | 'supporter_revenue' | '-supporter_revenue' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | `${string}cf_${string}`

export interface GetFeaturesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, position, suggestions_count, supporting_users_count, supporting_accounts_count, supporter_revenue, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
  sort?: FeaturesSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  position?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  suggestions_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  supporting_users_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporting_accounts_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_revenue?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  account?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  feature_status?: Values
  /** true or false. */
  feature_status_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  product_area?: Values
  /** true or false. */
  product_area_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  segment?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface FeaturesList extends SideLoaded {
  features: Feature[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface FeaturesRecords extends SideLoaded {
  features: Feature[]
  links: LinksMap
}

export interface FeatureStatusesList extends SideLoaded {
  feature_statuses: FeatureStatus[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface FeatureStatusesRecords extends SideLoaded {
  feature_statuses: FeatureStatus[]
  links: LinksMap
}

export type ProductAreasSortParameter = 'id' | '-id' | 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

export interface GetProductAreasQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: ProductAreasSortParameter
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface ProductAreasList extends SideLoaded {
  product_areas: ProductArea[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ProductAreasRecords extends SideLoaded {
  product_areas: ProductArea[]
  links: LinksMap
}

export interface GetFeedbackRecordsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -updated_at. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: approved, deleted. */
  state?: ValuesOf<'approved' | 'deleted' | '-approved' | '-deleted'>
  /** Values, separated by commas. A leading "-" excludes a value. */
  channel?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source_url?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source_type?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source_guid?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  ticket?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface FeedbackRecordsList extends SideLoaded {
  feedback_records: FeedbackRecord[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface FeedbackRecordsRecords extends SideLoaded {
  feedback_records: FeedbackRecord[]
  links: LinksMap
}

export interface RequestsList extends SideLoaded {
  requests: FeedbackRecord[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface RequestsRecords extends SideLoaded {
  requests: FeedbackRecord[]
  links: LinksMap
}

export interface FeedbackList extends SideLoaded {
  feedback: FeedbackRecord[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface FeedbackRecords extends SideLoaded {
  feedback: FeedbackRecord[]
  links: LinksMap
}

export interface SupporterMessagesList extends SideLoaded {
  supporter_messages: SupporterMessage[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SupporterMessagesRecords extends SideLoaded {
  supporter_messages: SupporterMessage[]
  links: LinksMap
}

export interface MessagesList extends SideLoaded {
  messages: SupporterMessage[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface MessagesRecords extends SideLoaded {
  messages: SupporterMessage[]
  links: LinksMap
}

export interface InternalStatusesList extends SideLoaded {
  internal_statuses: InternalStatus[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface InternalStatusesRecords extends SideLoaded {
  internal_statuses: InternalStatus[]
  links: LinksMap
}

export interface InternalStatusUpdatesList extends SideLoaded {
  internal_status_updates: InternalStatusUpdate[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface InternalStatusUpdatesRecords extends SideLoaded {
  internal_status_updates: InternalStatusUpdate[]
  links: LinksMap
}

export interface GetInternalFlagsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface InternalFlagsList extends SideLoaded {
  internal_flags: InternalFlag[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface InternalFlagsRecords extends SideLoaded {
  internal_flags: InternalFlag[]
  links: LinksMap
}

export interface GetSavedRepliesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, title, created_at, updated_at. A leading "-" reverses the order. Default: title. */
  sort?: 'id' | '-id' | 'title' | '-title' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface SavedRepliesList extends SideLoaded {
  saved_replies: SavedReply[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SavedRepliesRecords extends SideLoaded {
  saved_replies: SavedReply[]
  links: LinksMap
}

export interface GetSegmentsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: id. */
  sort?: 'id' | '-id' | 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  created_by?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface SegmentsList extends SideLoaded {
  segments: Segment[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SegmentsRecords extends SideLoaded {
  segments: Segment[]
  links: LinksMap
}

export interface GetSegmentedValuesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: ProductAreasSortParameter
  /** Values, separated by commas. A leading "-" excludes a value. */
  object_type?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  key?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  segment?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface SegmentedValuesList extends SideLoaded {
  segmented_values: SegmentedValue[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SegmentedValuesRecords extends SideLoaded {
  segmented_values: SegmentedValue[]
  links: LinksMap
}

export interface FilteredColumnsList extends SideLoaded {
  filtered_columns: SegmentedValue[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface FilteredColumnsRecords extends SideLoaded {
  filtered_columns: SegmentedValue[]
  links: LinksMap
}

export interface GetImportanceResponsesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface ImportanceResponsesList extends SideLoaded {
  importance_responses: ImportanceResponse[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ImportanceResponsesRecords extends SideLoaded {
  importance_responses: ImportanceResponse[]
  links: LinksMap
}

export interface ImportanceScoresList extends SideLoaded {
  importance_scores: ImportanceScore[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ImportanceScoresRecords extends SideLoaded {
  importance_scores: ImportanceScore[]
  links: LinksMap
}

export interface GetPermissionsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface PermissionsList extends SideLoaded {
  permissions: Permission[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface PermissionsRecords extends SideLoaded {
  permissions: Permission[]
  links: LinksMap
}

export interface GetForumInvitationsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, email, claimed_at, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'email' | '-email' | 'claimed_at' | '-claimed_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** true or false. */
  claimed?: boolean
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface ForumInvitationsList extends SideLoaded {
  forum_invitations: ForumInvitation[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ForumInvitationsRecords extends SideLoaded {
  forum_invitations: ForumInvitation[]
  links: LinksMap
}

export interface GetViewsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, position, created_at, updated_at. A leading "-" reverses the order. Default: -position. */
  sort?: 'id' | '-id' | 'name' | '-name' | 'position' | '-position' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  position?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  kind?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface ViewsList extends SideLoaded {
  views: View[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ViewsRecords extends SideLoaded {
  views: View[]
  links: LinksMap
}

export interface GetSuggestionActivityEntriesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -created_at. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  kind?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  category?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  status?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  creator?: Values
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted. */
  state?: CommentsStateParameter
  /** Ids, separated by commas. A leading "-" excludes an id. */
  label?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  uncategorized_in_forum?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  external_account?: Values
  /** true or false. */
  spam?: boolean
  /** true or false. */
  needs_review?: boolean
  /** true or false. */
  has_smartvote_score?: boolean
  /** true or false. */
  has_response?: boolean
  /** true or false. */
  category_none?: boolean
  /** true or false. */
  status_none?: boolean
  /** RFC 3339 time. */
  engagement_since?: Values
  /** RFC 3339 time. */
  no_engagement_since?: Values
  /** RFC 3339 time. */
  period_start?: Values
  /** RFC 3339 time. */
  period_end?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface SuggestionActivityEntriesList extends SideLoaded {
  suggestion_activity_entries: SuggestionActivityEntry[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SuggestionActivityEntriesRecords extends SideLoaded {
  suggestion_activity_entries: SuggestionActivityEntry[]
  links: LinksMap
}

export interface GetSuggestedMergesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, score, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'score' | '-score' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  score?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  state?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface SuggestedMergesList extends SideLoaded {
  suggested_merges: SuggestedMerge[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SuggestedMergesRecords extends SideLoaded {
  suggested_merges: SuggestedMerge[]
  links: LinksMap
}

export interface ServiceHookLogsList extends SideLoaded {
  service_hook_logs: ServiceHookLog[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ServiceHookLogsRecords extends SideLoaded {
  service_hook_logs: ServiceHookLog[]
  links: LinksMap
}

export interface SubdomainsList extends SideLoaded {
  subdomains: Subdomain[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ThemeSetsList extends SideLoaded {
  theme_sets: ThemeSet[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ThemeSetsRecords extends SideLoaded {
  theme_sets: ThemeSet[]
  links: LinksMap
}

export interface ThemesList extends SideLoaded {
  themes: Theme[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ThemesRecords extends SideLoaded {
  themes: Theme[]
  links: LinksMap
}

export interface ImpactReportsList extends SideLoaded {
  impact_reports: ImpactReport[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ImpactReportsRecords extends SideLoaded {
  impact_reports: ImpactReport[]
  links: LinksMap
}

export interface AuditFeaturesList extends SideLoaded {
  audit_features: AuditFeature[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface AuditFeaturesRecords extends SideLoaded {
  audit_features: AuditFeature[]
  links: LinksMap
}

export interface FeedbackAtomsList extends SideLoaded {
  feedback_atoms: FeedbackAtom[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface FeedbackAtomsRecords extends SideLoaded {
  feedback_atoms: FeedbackAtom[]
  links: LinksMap
}

export interface FeedbackConnectorConfigurationsList extends SideLoaded {
  feedback_connector_configurations: FeedbackConnectorConfiguration[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface FeedbackConnectorConfigurationsRecords extends SideLoaded {
  feedback_connector_configurations: FeedbackConnectorConfiguration[]
  links: LinksMap
}

export interface ImportsList extends SideLoaded {
  imports: Import[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ImportsRecords extends SideLoaded {
  imports: Import[]
  links: LinksMap
}

export interface GetBulkActionsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: queued, running, done, failed, cancelled, undoing, undone. */
  state?: ValuesOf<'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'undoing' | 'undone' | '-queued' | '-running' | '-done' | '-failed' | '-cancelled' | '-undoing' | '-undone'>
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface BulkActionsList extends SideLoaded {
  bulk_actions: BulkAction[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface BulkActionsRecords extends SideLoaded {
  bulk_actions: BulkAction[]
  links: LinksMap
}

export interface GetMailingsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: sending, sent, stopped. */
  state?: ValuesOf<'sending' | 'sent' | 'stopped' | '-sending' | '-sent' | '-stopped'>
  /** Ids, separated by commas. A leading "-" excludes an id. */
  status_update?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  supporter_message?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  announcement?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  comment?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  merged_suggestion?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface MailingsList extends SideLoaded {
  mailings: Mailing[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface MailingsRecords extends SideLoaded {
  mailings: Mailing[]
  links: LinksMap
}

export interface MovesList extends SideLoaded {
  moves: Move[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface MovesRecords extends SideLoaded {
  moves: Move[]
  links: LinksMap
}

export interface RecentChangesList extends SideLoaded {
  recent_changes: RecentChange[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface RecentChangesRecords extends SideLoaded {
  recent_changes: RecentChange[]
  links: LinksMap
}

export interface GetContentReportsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: open, dismissed, upheld. */
  state?: ValuesOf<'open' | 'dismissed' | 'upheld' | '-open' | '-dismissed' | '-upheld'>
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  comment?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface ContentReportsList extends SideLoaded {
  content_reports: ContentReport[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ContentReportsRecords extends SideLoaded {
  content_reports: ContentReport[]
  links: LinksMap
}

export interface GetGuestContributionsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: waiting, approved, spam, deleted. */
  state?: ValuesOf<'waiting' | 'approved' | 'spam' | 'deleted' | '-waiting' | '-approved' | '-spam' | '-deleted'>
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface GuestContributionsList extends SideLoaded {
  guest_contributions: GuestContribution[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface GuestContributionsRecords extends SideLoaded {
  guest_contributions: GuestContribution[]
  links: LinksMap
}

export interface GetIssueLinksQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. */
  issue_key?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  feature?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface IssueLinksList extends SideLoaded {
  issue_links: IssueLink[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface IssueLinksRecords extends SideLoaded {
  issue_links: IssueLink[]
  links: LinksMap
}

export interface GetAuditEntriesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  api_client?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  action?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  subject_type?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  subject?: Values
  /** Search terms, up to 200 characters and 12 different words. A token needs people:read. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface AuditEntriesList extends SideLoaded {
  audit_entries: AuditEntry[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface AuditEntriesRecords extends SideLoaded {
  audit_entries: AuditEntry[]
  links: LinksMap
}

export interface ApiClientsList extends SideLoaded {
  api_clients: ApiClient[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface ApiClientsRecords extends SideLoaded {
  api_clients: ApiClient[]
  links: LinksMap
}

export interface SessionsList extends SideLoaded {
  sessions: Session[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SessionsRecords extends SideLoaded {
  sessions: Session[]
  links: LinksMap
}

export interface SsoKeysList extends SideLoaded {
  sso_keys: SsoKey[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface SsoKeysRecords extends SideLoaded {
  sso_keys: SsoKey[]
  links: LinksMap
}

export interface OidcProvidersList extends SideLoaded {
  oidc_providers: OidcProvider[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface OidcProvidersRecords extends SideLoaded {
  oidc_providers: OidcProvider[]
  links: LinksMap
}

export interface GetInvitationsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** true or false. */
  accepted?: boolean
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface InvitationsList extends SideLoaded {
  invitations: Invitation[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface InvitationsRecords extends SideLoaded {
  invitations: Invitation[]
  links: LinksMap
}

export interface GetWebhooksQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, name, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: ProductAreasSortParameter
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: enabled, disabled. */
  state?: ValuesOf<'enabled' | 'disabled' | '-enabled' | '-disabled'>
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface WebhooksList extends SideLoaded {
  webhooks: Webhook[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface WebhooksRecords extends SideLoaded {
  webhooks: Webhook[]
  links: LinksMap
}

export interface GetWebhookDeliveriesQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  webhook?: Values
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: waiting, delivered, failed, skipped. */
  state?: ValuesOf<'waiting' | 'delivered' | 'failed' | 'skipped' | '-waiting' | '-delivered' | '-failed' | '-skipped'>
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface WebhookDeliveriesList extends SideLoaded {
  webhook_deliveries: WebhookDelivery[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface WebhookDeliveriesRecords extends SideLoaded {
  webhook_deliveries: WebhookDelivery[]
  links: LinksMap
}

export interface GetDeletionsQuery extends OpenQuery {
  /** Page number, starting at 1. */
  page?: number
  /** Records per page. Default: 20. Maximum: 100. */
  per_page?: number
  /** Cursor from the previous page. */
  cursor?: Values
  /** Alias of cursor. */
  page_token?: Values
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json. */
  format?: 'json' | 'csv'
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -id. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: suggestions, forums, users, attachments, external_users, external_accounts, categories, labels, statuses, status_updates, announcements, tickets, notes, comments, supporters, nps_ratings, teams, custom_fields, features, feature_statuses, product_areas, feedback_records, requests, feedback, supporter_messages, messages, internal_statuses, internal_status_updates, internal_flags, saved_replies, segments, segmented_values, filtered_columns, importance_responses, importance_scores, permissions, forum_invitations, views, suggestion_activity_entries, suggested_merges, service_hook_logs, subdomains, theme_sets, themes, impact_reports, audit_features, feedback_atoms, feedback_connector_configurations, imports, bulk_actions, mailings, moves, recent_changes, content_reports, guest_contributions, issue_links, audit_entries, api_clients, sessions, sso_keys, oidc_providers, invitations, webhooks, webhook_deliveries. */
  collection?: ValuesOf<'suggestions' | 'forums' | 'users' | 'attachments' | 'external_users' | 'external_accounts' | 'categories' | 'labels' | 'statuses' | 'status_updates' | 'announcements' | 'tickets' | 'notes' | 'comments' | 'supporters' | 'nps_ratings' | 'teams' | 'custom_fields' | 'features' | 'feature_statuses' | 'product_areas' | 'feedback_records' | 'requests' | 'feedback' | 'supporter_messages' | 'messages' | 'internal_statuses' | 'internal_status_updates' | 'internal_flags' | 'saved_replies' | 'segments' | 'segmented_values' | 'filtered_columns' | 'importance_responses' | 'importance_scores' | 'permissions' | 'forum_invitations' | 'views' | 'suggestion_activity_entries' | 'suggested_merges' | 'service_hook_logs' | 'subdomains' | 'theme_sets' | 'themes' | 'impact_reports' | 'audit_features' | 'feedback_atoms' | 'feedback_connector_configurations' | 'imports' | 'bulk_actions' | 'mailings' | 'moves' | 'recent_changes' | 'content_reports' | 'guest_contributions' | 'issue_links' | 'audit_entries' | 'api_clients' | 'sessions' | 'sso_keys' | 'oidc_providers' | 'invitations' | 'webhooks' | 'webhook_deliveries' | '-suggestions' | '-forums' | '-users' | '-attachments' | '-external_users' | '-external_accounts' | '-categories' | '-labels' | '-statuses' | '-status_updates' | '-announcements' | '-tickets' | '-notes' | '-comments' | '-supporters' | '-nps_ratings' | '-teams' | '-custom_fields' | '-features' | '-feature_statuses' | '-product_areas' | '-feedback_records' | '-requests' | '-feedback' | '-supporter_messages' | '-messages' | '-internal_statuses' | '-internal_status_updates' | '-internal_flags' | '-saved_replies' | '-segments' | '-segmented_values' | '-filtered_columns' | '-importance_responses' | '-importance_scores' | '-permissions' | '-forum_invitations' | '-views' | '-suggestion_activity_entries' | '-suggested_merges' | '-service_hook_logs' | '-subdomains' | '-theme_sets' | '-themes' | '-impact_reports' | '-audit_features' | '-feedback_atoms' | '-feedback_connector_configurations' | '-imports' | '-bulk_actions' | '-mailings' | '-moves' | '-recent_changes' | '-content_reports' | '-guest_contributions' | '-issue_links' | '-audit_entries' | '-api_clients' | '-sessions' | '-sso_keys' | '-oidc_providers' | '-invitations' | '-webhooks' | '-webhook_deliveries'>
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface DeletionsList extends SideLoaded {
  deletions: Deletion[]
  links: LinksMap
  list_meta: null
  pagination: Pagination
}

export interface DeletionsRecords extends SideLoaded {
  deletions: Deletion[]
  links: LinksMap
}

export interface GetSuggestionsByIdNeighborsQuery {
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** Allowed: id, title, created_at, updated_at, approved_at, closed_at, first_support_at, last_support_at, inappropriate_flags_count, comments_count, notes_count, requests_count, votes_count, supporters_count, supporting_accounts_count, supporter_revenue, supporter_mrr, supporter_satisfaction_score, satisfaction_detractor_count, satisfaction_neutral_count, satisfaction_promoter_count, recent_engagement, list_priority, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. With q also relevance, an extension: matches in the title first. It has pages, but no cursor. With external_account, segment, external_accounts.mrr, external_accounts.ltv, external_accounts.plan also filtered_supporters_count, filtered_supporting_accounts_count, filtered_supporter_revenue, an extension. */
  sort?: SuggestionsSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  inappropriate_flags_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  comments_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  notes_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  requests_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  votes_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  supporters_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporting_accounts_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_revenue?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_mrr?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_satisfaction_score?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_detractor_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_neutral_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_promoter_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  recent_engagement?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  list_priority?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  creator?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  uncategorized_in_forum?: Values
  /** true or false. */
  category_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  category?: Values
  /** true or false. */
  status_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  status?: Values
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted, open, closed, merged. */
  state?: SuggestionsStateParameter
  /** Ids, separated by commas. A leading "-" excludes an id. */
  label?: Values
  /** true or false. */
  label_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  supporter?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  external_account?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  feature?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  parent_suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  owner?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  mention?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  segment?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  'external_accounts.mrr'?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  'external_accounts.ltv'?: Values
  /** Values, separated by commas. A leading "-" excludes a value. A token needs people:read. */
  'external_accounts.plan'?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  import?: Values
  /** true or false. */
  has_smartvote_score?: boolean
  /** true or false. */
  has_response?: boolean
  /** RFC 3339 time. */
  engagement_since?: Values
  /** RFC 3339 time. */
  no_engagement_since?: Values
  /** RFC 3339 time. */
  period_start?: Values
  /** RFC 3339 time. */
  period_end?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
  /** The list in groups, in the order of `GET /suggestions/groups`: at the end of a group, the neighbor is in another one. */
  group_by?: 'status' | 'forum' | 'category' | 'label'
  /** The group that the record is looked at in: an id, or `none`. Default: the first one that has it. */
  group?: Values
}

export interface GetSuggestionsByIdNeighborsAnswer {
  neighbors: {
    previous: number | null
    next: number | null
    position: number | null
    is_listed: boolean
    total_records: number | null
    group?: number | null
    previous_group?: number | null
    next_group?: number | null
  }
}

export interface GetUsersByIdNeighborsQuery {
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** Allowed: id, name, email_address, created_at, updated_at, last_login, satisfaction_score, supported_suggestions_count, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
  sort?: UsersSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  satisfaction_score?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  supported_suggestions_count?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  email_address?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  allowed_state?: Values
  /** true or false. */
  internal_user?: boolean
  /** true or false. */
  email_suppressed?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  team?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  external_account?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  suggestion?: Values
  association?: 'supported' | 'contributed' | 'engaged'
  /** Ids, separated by commas. A leading "-" excludes an id. */
  segment?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  import?: Values
  /** true or false. */
  erased?: boolean
  /** Segment expression, as JSON. A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. Columns: user.name, user.email, user.job_title, user.country, user.region, user.city, user.satisfaction_score, user.satisfaction_group, user.last_login, user.created_at, user.external_id, user.type, user.seen_days, user.last_seen_at, account.external_id, account.name, account.plan, account.mrr, account.ltv, account.nps, account.users_count, account.created_at, external_users.cf_…, external_accounts.cf_…. Operators: is, is_not, in, contains, does_not_contain, starts_with, greater_than, less_than, at_least, at_most, after, before, is_set, is_not_set. A unit (days, weeks, months) makes the operand a time in the past. */
  expression?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  feature?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface GetExternalAccountsByIdNeighborsQuery {
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** Allowed: id, external_id, name, plan, mrr, ltv, nps, users_count, requests_count, supported_ideas_count, last_active_at, external_created_at, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -last_active_at. */
  sort?: ExternalAccountsSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  mrr?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  ltv?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  nps?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  users_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  requests_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs feedback:read. */
  supported_ideas_count?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  external_id?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs feedback:read. */
  feature?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  segment?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface GetFeaturesByIdNeighborsQuery {
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** Allowed: id, name, position, suggestions_count, supporting_users_count, supporting_accounts_count, supporter_revenue, created_at, updated_at, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. */
  sort?: FeaturesSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  position?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  suggestions_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  supporting_users_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporting_accounts_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_revenue?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  account?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  feature_status?: Values
  /** true or false. */
  feature_status_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  product_area?: Values
  /** true or false. */
  product_area_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  segment?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
}

export interface GetFeedbackRecordsByIdNeighborsQuery {
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** Allowed: id, created_at, updated_at. A leading "-" reverses the order. Default: -updated_at. */
  sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: approved, deleted. */
  state?: ValuesOf<'approved' | 'deleted' | '-approved' | '-deleted'>
  /** Values, separated by commas. A leading "-" excludes a value. */
  channel?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source_url?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source_type?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source?: Values
  /** Values, separated by commas. A leading "-" excludes a value. */
  source_guid?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  ticket?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  user?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
}

export interface GetSuggestionsCountsQuery {
  /** As in the list of suggestions. */
  forum?: Values
  /** As in the list of suggestions. */
  uncategorized_in_forum?: Values
  /** As in the list of suggestions. */
  category_none?: Values
  /** As in the list of suggestions. */
  category?: Values
  /** As in the list of suggestions. */
  status_none?: Values
  /** As in the list of suggestions. */
  status?: Values
  /** As in the list of suggestions. */
  state?: Values
}

export interface GetSuggestionsCountsAnswer {
  counts: {
    total: number
    open: number
    closed: number
    merged: number
    forums: ({
      id: number
      count: number
    })[]
    categories: ({
      id: number | null
      count: number
    })[]
    statuses: ({
      id: number | null
      count: number
    })[]
    states: ({
      state: string
      count: number
    })[]
  }
}

export interface GetSuggestionsGroupsQuery {
  /** Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true. */
  total?: boolean
  /** Allowed: id, title, created_at, updated_at, approved_at, closed_at, first_support_at, last_support_at, inappropriate_flags_count, comments_count, notes_count, requests_count, votes_count, supporters_count, supporting_accounts_count, supporter_revenue, supporter_mrr, supporter_satisfaction_score, satisfaction_detractor_count, satisfaction_neutral_count, satisfaction_promoter_count, recent_engagement, list_priority, or a custom field (cf_…). A leading "-" reverses the order. Default: -id. With q also relevance, an extension: matches in the title first. It has pages, but no cursor. With external_account, segment, external_accounts.mrr, external_accounts.ltv, external_accounts.plan also filtered_supporters_count, filtered_supporting_accounts_count, filtered_supporter_revenue, an extension. */
  sort?: SuggestionsSortParameter
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  inappropriate_flags_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  comments_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  notes_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  requests_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  votes_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  supporters_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporting_accounts_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_revenue?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_mrr?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  supporter_satisfaction_score?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_detractor_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_neutral_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  satisfaction_promoter_count?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  recent_engagement?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. */
  list_priority?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  forum?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  creator?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  uncategorized_in_forum?: Values
  /** true or false. */
  category_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  category?: Values
  /** true or false. */
  status_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  status?: Values
  /** Values, separated by commas. A leading "-" excludes a value. Allowed: new, approved, published, spam, deleted, open, closed, merged. */
  state?: SuggestionsStateParameter
  /** Ids, separated by commas. A leading "-" excludes an id. */
  label?: Values
  /** true or false. */
  label_none?: boolean
  /** Ids, separated by commas. A leading "-" excludes an id. */
  supporter?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  external_account?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  feature?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  parent_suggestion?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  owner?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. */
  mention?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  segment?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  'external_accounts.mrr'?: Values
  /** Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension. A token needs people:read. */
  'external_accounts.ltv'?: Values
  /** Values, separated by commas. A leading "-" excludes a value. A token needs people:read. */
  'external_accounts.plan'?: Values
  /** Ids, separated by commas. A leading "-" excludes an id. A token needs people:read. */
  import?: Values
  /** true or false. */
  has_smartvote_score?: boolean
  /** true or false. */
  has_response?: boolean
  /** RFC 3339 time. */
  engagement_since?: Values
  /** RFC 3339 time. */
  no_engagement_since?: Values
  /** RFC 3339 time. */
  period_start?: Values
  /** RFC 3339 time. */
  period_end?: Values
  /** Search terms, up to 200 characters and 12 different words. */
  q?: Values
  /** RFC 3339 time. */
  updated_after?: Values
  /** RFC 3339 time. */
  updated_before?: Values
  /** RFC 3339 time. */
  created_after?: Values
  /** RFC 3339 time. */
  created_before?: Values
  /** Alternatives, separated by "|", at most 10. Each is a query string of up to 10 filters of this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. The other filters of the list apply as well. */
  any_of?: Values
  /** Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered. */
  custom_fields?: { [name: string]: string }
  /** What to group by. */
  by: 'status' | 'forum' | 'category' | 'label'
}

export interface GetSuggestionsGroupsAnswer {
  groups: ({
    id: number | null
    count: number | null
  })[]
  is_complete: boolean
}

export interface GetSuggestionsByIdMergePreviewQuery {
  /** The suggestions to merge into it, up to 1000. */
  ids: Values
}

export interface GetSuggestionsByIdMergePreviewAnswer {
  merge_preview: {
    moves: {
      suggestions: number
      supporters: number
      duplicate_supporters: number
      votes: number
      comments: number
      feedback_records: number
    }
    stays: {
      notes: number
      /** Absent for a token without files:read. */
      attachments: number
    }
    after: {
      supporters_count: number
      votes_count: number
      comments_count: number
      requests_count: number
      /** Absent for a token without people:read. */
      account_supporters_count: number
      /** Absent for a token without people:read. */
      supporting_accounts_count: number
      /** Absent for a token without people:read. */
      supporter_revenue: number
    }
    errors: ({
      id: number
      reason: string
    })[]
  }
}

export interface GetSuggestionsByIdNotificationPreviewQuery {
  /** `users`, or nothing. */
  includes?: Values
}

export interface PostSuggestionsByIdMailPreviewAnswer {
  mail_preview: {
    subject: string
    text: string
    html: string
  }
}

export interface GetMovesByIdReportQuery {
  /** Of the response. */
  format?: 'json' | 'html'
}

export interface GetMovesByIdReportAnswer {
  move: number
  source: string
  account: string
  /** Whether what is here equals what the source has. */
  verified: boolean
  seconds: number
  kinds: { [name: string]: {
    created: number
    changed: number
    unchanged: number
    /** Records that were here before, and are used as they are. */
    matched: number
    left_out: number
  } }
  checks: ({
    name: string
    expected: number
    found: number
    isEqual: boolean
  })[]
  /** Records that were compared value by value. */
  sampled: number
  differences: ({
    kind: string
    key: string
    field: string
    expected: string
    found: string
  })[]
  /** Links of texts to pages and files of the source that are not here, pictures and files that did not come. */
  dead_links?: {
    count: number
    listed: ({
      kind: string
      key: string
      address: string
    })[]
  }
  problems_count: number
  left_out_count: number
  problems: ({
    file: string
    line: number
    key: string | null
    message: string
    left_out: boolean
  })[]
  left_out_by_source: ({
    kind: string
    key?: string
    reason: string
  })[]
  mapped_values?: ({
    kind: string
    value: string
    /** Null for what was left out. */
    to: string | null
    /** Whether it is the same name, spelled differently. */
    guess: boolean
    /** How many records have it. */
    count: number
  })[]
  people_without_address?: 'keep' | 'leave_out'
  left_out_by_mapping?: { [name: string]: number }
}

export interface GetMovesByIdValuesAnswer {
  /** False until the account is read: then nothing is listed. */
  is_read: boolean
  /** False when records were brought, which stay as they are. */
  can_change: boolean
  kinds: ({
    kind: 'forums' | 'categories' | 'labels' | 'statuses' | 'custom_fields'
    values: ({
      /** As a mapping names it. */
      value: string
      /** How many records have it. */
      count: number
      /** What it becomes. Null for what is left out. */
      to: string | null
      becomes: 'existing' | 'new' | 'left_out'
      /** `mapped` by people, `guessed` by a name that is spelled differently, or the `same` name. */
      source: 'mapped' | 'guessed' | 'same'
      /** The forum here, or the collection of a field. */
      within: string | null
      /** What it is mapped to is not here any more. */
      problem: string | null
    })[]
    choices: ({
      name: string
      within: string | null
    })[]
  })[]
  people_without_address: {
    people: number
    suggestions: number
    comments: number
    supporters: number
    becomes: 'kept' | 'left_out'
  }
  problems_count: number
  left_out_count: number
  problems: ({
    file: string
    line: number
    message: string
    left_out: boolean
  })[]
  /** What the mapping names and the source does not have. */
  unused: string[]
}

export interface GetMovesByIdTrialAnswer {
  source: string
  account: string
  /** Whether the records of the trial equal those of the source. */
  verified: boolean
  seconds: number
  counts: { [name: string]: number }
  checks: ({
    name: string
    expected: number
    found: number
    isEqual: boolean
  })[]
  differences: ({
    kind: string
    key: string
    field: string
    expected: string
    found: string
  })[]
  mapped_values: ({
    kind: string
    value: string
    /** Null for what was left out. */
    to: string | null
    /** Whether it is the same name, spelled differently. */
    guess: boolean
    /** How many records have it. */
    count: number
  })[]
  problems: ({
    file: string
    line: number
    key: string | null
    message: string
    left_out: boolean
  })[]
  suggestions: ({
    title: string
    author: string | null
    body_mime_type: string
    created_at: string
    body: string
    state: string
    forum: {
      name: string
      is_private: boolean
      is_new: boolean
    }
    category: string | null
    status: {
      name: string
      hex_color: string
      is_open: boolean
      is_new: boolean
    } | null
    labels: string[]
    custom_fields: { [name: string]: unknown }
    votes: number
    comments_count: number
    supporters: (string | null)[]
    comments: ({
      author: string | null
      body_mime_type: string
      created_at: string
      body: string
      is_admin_comment: boolean
      is_reply: boolean
    })[]
    notes: ({
      author: string | null
      body_mime_type: string
      created_at: string
      body: string
    })[]
    files?: ({
      name: string
      size_in_bytes: number
    })[]
    /** Titles of suggestions that were merged into this one. */
    merged?: string[]
    status_updates: ({
      author: string | null
      body_mime_type: string
      created_at: string
      body: string | null
      status: string | null
    })[]
  })[]
}

export interface PostImportsPreviewAnswer {
  import_preview: {
    type: 'users' | 'suggestions'
    delimiter: string | null
    /** Null when the text was sent as JSON or a form. */
    encoding: string | null
    /** Of a workbook: its first sheet. Otherwise null. */
    csv: string | null
    columns: ({
      name: string
      index: number
      /** Null when the column is left out. */
      field: string | null
      /** Whether the field is neither exact nor mapped. */
      guess: boolean
      /** Up to three different values. */
      samples: string[]
      /** Of the custom field that is created. */
      type: string | null
      /** How numbers or dates are read. Null where there is none, or where it is not clear. */
      format: string | null
      /** `chosen`, `detected` or `unclear`, which needs a choice: send `format` in the mapping of the column. */
      format_source: string | null
      /** The formats to choose from, and what each makes of up to three values. */
      formats: ({
        format: 'decimal_point' | 'decimal_comma' | 'ymd' | 'dmy' | 'mdy' | 'text'
        /** How many values of the column it reads. */
        values: number
        samples: ({
          value: string
          converted: string | null
        })[]
      })[]
      /** Up to 500 different values of a column of names or of few values, and values that cannot be read. Those that are not `known` are first: map them to others with `values`. A plan or type that is not known is created. */
      values: ({
        value: string
        /** How many cells have it. */
        count: number
        /** Whether `to` is empty, can be read, or is the name of a record that exists. */
        known: boolean
        /** What is imported in its place; null for an empty cell. */
        to: string | null
        /** Whether `to` is another spelling that `mapping` does not name. */
        guess: boolean
        /** Whether the import creates a record named `to`. */
        creates: boolean
      })[]
      /** How many different values the column has; 10,000 can be more. */
      values_count: number
      /** The names that exist, at most 1,000. */
      choices: string[]
    })[]
    fields: ({
      name: string
      label: string
      required: boolean
      description: string
    })[]
    total_rows: number
    valid_rows: number
    /** The first 50 rows. Long cells are shortened. */
    rows: ({
      line: number
      cells: string[]
    })[]
    /** The first 200 rows with a problem. */
    problem_rows: ({
      line: number
      cells: string[]
    })[]
    /** The first 1,000 problems. */
    problems: ({
      line: number | null
      /** As the file names it. */
      column: string | null
      value: string
      kind: string
      message: string
    })[]
    problems_count: number
    /** Whether every problem is one of a row, which `skip_invalid` leaves out. */
    can_skip_invalid: boolean
    /** Records that do not exist yet. */
    creates: number
    /** Records that exist already. */
    updates: number
    /** Accounts of people that do not exist yet. */
    account_creates: number
    /** Accounts of people that exist already. */
    account_updates: number
    /** Rows about a record that an earlier row is about: that many records fewer than rows. */
    repeated_rows: number
    /** The first 200 rows that repeat an earlier one, or say something else about the same account. They are imported. Also values of the mapping that no cell has. */
    warnings: ({
      line: number | null
      /** As the file names it. */
      column: string | null
      value: string
      kind: string
      message: string
    })[]
    warnings_count: number
  }
}

export interface GetImportsByIdProblemsQuery {
  /** Page number, from 1. */
  page?: number
  /** Rows on each page. */
  per_page?: number
  /** Of the response. */
  format?: 'json' | 'csv'
}

export interface GetImportsByIdProblemsAnswer {
  /** The names of the columns of the file. */
  columns: string[]
  rows: ({
    line: number
    cells: string[]
    problems: ({
      column: string | null
      value: string
      message: string
    })[]
  })[]
  pagination: {
    page: number
    per_page: number
    total_pages: number
    total_records: number
  }
}

export interface PostBulkIdentifyAnswer {
  status: 'queued'
}

export interface GetBulkIdentifyByJobAnswer {
  id: number
  status: 'queued' | 'done' | 'failed'
  /** Why the job failed. */
  reason: string | null
  created_at: string
  done_at: string | null
}

export interface GetApiClientsLimitsAnswer {
  resets_at: string
  limits: ({
    id: number
    name: string
    limit: number
    used: number
    remaining: number
  })[]
}

export interface PostSsoKeysCheckAnswer {
  check: {
    is_accepted: boolean
    /** Why it is refused; null when it is accepted. */
    reason: string | null
    message: string | null
    person: {
      guid: string
      email: string
      name: string | null
      locale: string | null
      is_trusted: boolean
      sso_key: number
      account: string | null
      allow_forums: number[] | null
      deny_forums: number[]
      expires_at: string | null
    } | null
  }
}

export interface PostWebhooksByIdReplayAnswer {
  replay: {
    deliveries_count: number
  }
}

export interface PostStaffByIdSignInLinkAnswer {
  sign_in_link: {
    url: string
    links: {
      user: number
    }
  }
}

export interface GetJobsQuery {
  /** Only jobs in these states, separated by commas. */
  state?: Values
}

export interface PutJobsRetryAnswer {
  retry: {
    jobs_count: number
  }
}

export interface GetInstallationAnswer {
  installation: {
    version: string
    migrations: {
      applied_count: number
      latest: string | null
      /** What this version has and the database lacks. */
      pending: string[]
    }
    database: {
      server_version: string
      bytes: number
    }
    files: {
      count: number
      bytes: number
      /** Null: no limit. */
      quota_bytes: number | null
      downloads: 'proxied' | 'presigned'
    }
    jobs: ({
      task: string
      state: 'ready' | 'running' | 'scheduled' | 'failed'
      /** Counted up to 10,000 jobs. */
      count: number
      /** Since the oldest was due. */
      oldest_seconds: number
    })[]
    /** When `earshot backup` last finished; null when it never did. */
    last_backup_at: string | null
    plan: {
      name: string
      requests_per_minute: number
    }
    limits: {
      /** Per minute, without a valid token. */
      requests_per_address: number
      /** Null behind a proxy. */
      connections_per_address: number | null
      concurrent_requests: {
        total: number
        per_client: number
      }
      concurrent_uploads: {
        total: number
        per_client: number
        open: number
      }
      event_streams: {
        total: number
        per_person: number
        open: number
      }
    }
    sign_in: {
      /** Whether invitations and links to sign in can be mailed. */
      mail: boolean
      providers: ({
        /** Of the record of oidc_providers. Null: of OIDC_PROVIDERS, which cannot be changed here. */
        id: number | null
        source: 'stored' | 'environment'
        name: string
        slug: string
        issuer: string
        available_to: 'staff' | 'end_users' | 'both'
        /** Accounts of the issuer that people use. Those of end users are counted up to 10,000. */
        people_count: number
        last_used_at: string | null
        /** Of the process that answers, since it started. */
        last_failure: {
          at: string
          reason: 'unavailable' | 'refused' | 'invalid'
        } | null
      })[]
    }
  }
}

export interface GetSettingsDisplayAnswer {
  display: {
    installation_name: string
    /** The ISO 4217 code of all amounts. Null: amounts have no currency. */
    currency: string | null
    /** Whether a mail server is configured. Without one, a status update notifies nobody. */
    has_mail: boolean
  }
}

export interface PutSettingsPortalPreviewAnswer {
  portal_preview: {
    /** Of the home page. */
    path: string
    accent: {
      light: string
      dark: string
    }
  }
}

export interface PostSettingsMailTestAnswer {
  mail_test: {
    sent_to: string
  }
}

export interface PostSettingsMailCheckAnswer {
  mail_check: {
    domain: string
    /** Nothing is missing or wrong, and the DNS answered. */
    is_ok: boolean
    findings: ({
      check: 'spf' | 'dkim' | 'dmarc' | 'mx'
      /** `unknown`: the DNS did not answer. */
      state: 'ok' | 'warning' | 'missing' | 'wrong' | 'unknown'
      message: string
      /** The name of the record. */
      name: string
      /** What is published there. */
      found: string[]
      /** What would be right. Null: nothing to change, or several would. */
      record: {
        name: string
        type: 'TXT'
        value: string
        /** A line of a zone file. Long values are split in strings of 255 characters. */
        zone_line: string
      } | null
    })[]
  }
}

export interface GetEventsQuery {
  /** The last `id` that was received. The header `Last-Event-ID` wins. */
  last_event_id?: Values
}

export interface GetEventsAnswer {
  collection: string
  id: number | null
  action: 'created' | 'updated' | 'deleted'
  suggestion: number | null
  user: number | null
  request_id: string | null
  at: string
}

export interface PutPresenceAnswer {
  presence: {
    collection: string
    id: number
    users: number[]
  }
}

export interface GetSuggestionsByIdFeatureIdsAnswer {
  feature_ids: number[]
}

export interface GetSuggestionsSimilarQuery extends OpenQuery {
  /** The title, up to 140 characters. */
  title: Values
  /** How many suggestions, at most 20. Default: 10. */
  per_page?: number
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
}

export interface GetSuggestionsByIdSimilarQuery extends OpenQuery {
  /** How many suggestions, at most 20. Default: 10. */
  per_page?: number
  /** Collections to side-load, separated by commas. */
  includes?: IncludesParameter
  /** Members of the records, separated by commas. Other members are absent, also those that the schema requires; `id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. `fields.users=name` limits the side-loaded users, and so on for every included collection. A member outside the scopes of the token is refused with 403. */
  fields?: Values
}

export interface GetReportsIncomingQuery {
  /** The first day. Default: twelve months before the last one. */
  from?: Values
  /** The last day. Default: today. A range has at most 400 intervals. */
  to?: Values
  /** What a row covers; weeks begin on Monday. Default: month. */
  interval?: 'day' | 'week' | 'month'
  /** The IANA time zone of the days. Default: UTC. */
  time_zone?: Values
  /** Only suggestions created by people of this segment, by its id. */
  segment?: number
  /** Only suggestions of this forum, by its id. */
  forum?: number
  /** With csv the rows are a file. Default: json. */
  format?: 'json' | 'csv'
}

export interface GetReportsIncomingAnswer {
  report: {
    name: string
    from: string
    to: string
    starts_at: string
    ends_at: string
    interval: string | null
    time_zone: string
    links: {
      forum: number | null
      segment: number | null
    }
    totals: {
      created_count: number
      answered_count: number
      closed_count: number
    }
    rows: ({
      date: string
      starts_at: string
      ends_at: string
      created_count: number
      answered_count: number
      closed_count: number
    })[]
  }
}

export interface GetReportsResponseTimesAnswer {
  report: {
    name: string
    from: string
    to: string
    starts_at: string
    ends_at: string
    interval: string | null
    time_zone: string
    links: {
      forum: number | null
      segment: number | null
    }
    totals: {
      suggestions_count: number
      answered_count: number
      unanswered_count: number
      closed_count: number
      open_count: number
      answer_median_seconds: number | null
      answer_p90_seconds: number | null
      close_median_seconds: number | null
      close_p90_seconds: number | null
    }
    rows: ({
      date: string
      starts_at: string
      ends_at: string
      suggestions_count: number
      answered_count: number
      unanswered_count: number
      closed_count: number
      open_count: number
      answer_median_seconds: number | null
      answer_p90_seconds: number | null
      close_median_seconds: number | null
      close_p90_seconds: number | null
    })[]
  }
}

export interface GetReportsOpenRevenueQuery {
  /** The first day. Default: twelve months before the last one. */
  from?: Values
  /** The last day. Default: today. A range has at most 400 months. */
  to?: Values
  /** The IANA time zone of the days. Default: UTC. */
  time_zone?: Values
  /** Only support by people of this segment, by its id. */
  segment?: number
  /** Only suggestions of this forum, by its id. */
  forum?: number
  /** How many suggestions are listed, at most 100. Default: 20. */
  per_page?: number
  /** With csv the rows are a file. Default: json. */
  format?: 'json' | 'csv'
}

export interface GetReportsOpenRevenueAnswer {
  report: {
    name: string
    from: string
    to: string
    starts_at: string
    ends_at: string
    interval: string | null
    time_zone: string
    links: {
      forum: number | null
      segment: number | null
    }
    totals: {
      suggestions_count: number
      supported_suggestions_count: number
      accounts_count: number
      revenue: number
    }
    rows: ({
      id: number
      title: string
      revenue: number
      accounts_count: number
      supporters_count: number
    })[]
  }
}

export interface GetReportsTopAccountsQuery {
  /** The first day. Default: twelve months before the last one. */
  from?: Values
  /** The last day. Default: today. A range has at most 400 months. */
  to?: Values
  /** The IANA time zone of the days. Default: UTC. */
  time_zone?: Values
  /** Only accounts with people of this segment, and their support, by its id. */
  segment?: number
  /** Only suggestions of this forum, by its id. */
  forum?: number
  /** How many accounts are listed, at most 100. Default: 20. */
  per_page?: number
  /** With csv the rows are a file. Default: json. */
  format?: 'json' | 'csv'
}

export interface GetReportsTopAccountsAnswer {
  report: {
    name: string
    from: string
    to: string
    starts_at: string
    ends_at: string
    interval: string | null
    time_zone: string
    links: {
      forum: number | null
      segment: number | null
    }
    totals: {
      accounts_count: number
      suggestions_count: number
      mrr: number
    }
    rows: ({
      id: number
      name: string | null
      external_id: string | null
      plan: string | null
      mrr: number
      suggestions_count: number
      suggestions: ({
        id: number
        title: string
        revenue: number
      })[]
    })[]
  }
}

export interface GetReportsNpsQuery {
  /** The first day. Default: twelve months before the last one. */
  from?: Values
  /** The last day. Default: today. A range has at most 400 intervals. */
  to?: Values
  /** What a row covers; weeks begin on Monday. Default: month. */
  interval?: 'day' | 'week' | 'month'
  /** The IANA time zone of the days. Default: UTC. */
  time_zone?: Values
  /** Only ratings of people of this segment, by its id. */
  segment?: number
  /** How many suggestions are listed, at most 100. Default: 10. */
  per_page?: number
  /** With csv the rows are a file. Default: json. */
  format?: 'json' | 'csv'
}

export interface GetReportsNpsAnswer {
  report: {
    name: string
    from: string
    to: string
    starts_at: string
    ends_at: string
    interval: string | null
    time_zone: string
    links: {
      forum: number | null
      segment: number | null
    }
    totals: {
      ratings_count: number
      promoters_count: number
      passives_count: number
      detractors_count: number
      score: number | null
    }
    rows: ({
      date: string
      starts_at: string
      ends_at: string
      ratings_count: number
      promoters_count: number
      passives_count: number
      detractors_count: number
      score: number | null
    })[]
    suggestions: ({
      id: number
      title: string
      detractors_count: number
    })[]
  }
}

export interface GetReportsLabelsQuery {
  /** The first day. Default: twelve months before the last one. */
  from?: Values
  /** The last day. Default: today. A range has at most 400 intervals. */
  to?: Values
  /** What a row covers; weeks begin on Monday. Default: month. */
  interval?: 'day' | 'week' | 'month'
  /** The IANA time zone of the days. Default: UTC. */
  time_zone?: Values
  /** Only suggestions created by people of this segment, by its id. */
  segment?: number
  /** Only suggestions of this forum, by its id. */
  forum?: number
  /** How many labels are listed, at most 20. Default: 8. */
  per_page?: number
  /** With csv the rows are a file. Default: json. */
  format?: 'json' | 'csv'
}

export interface GetReportsLabelsAnswer {
  report: {
    name: string
    from: string
    to: string
    starts_at: string
    ends_at: string
    interval: string | null
    time_zone: string
    links: {
      forum: number | null
      segment: number | null
    }
    totals: {
      suggestions_count: number
      other_count: number
      unlabelled_count: number
    }
    rows: ({
      date: string
      starts_at: string
      ends_at: string
      suggestions_count: number
      other_count: number
      unlabelled_count: number
      counts: number[]
    })[]
    labels: ({
      id: number
      full_name: string
      suggestions_count: number
    })[]
  }
}

export interface GetReportsContributorsQuery {
  /** The first day. Default: twelve months before the last one. */
  from?: Values
  /** The last day. Default: today. A range has at most 400 months. */
  to?: Values
  /** The IANA time zone of the days. Default: UTC. */
  time_zone?: Values
  /** Only people of this segment, by its id. */
  segment?: number
  /** Only suggestions of this forum, by its id. */
  forum?: number
  /** How many people are listed, at most 100. Default: 20. */
  per_page?: number
  /** With csv the rows are a file. Default: json. */
  format?: 'json' | 'csv'
}

export interface GetReportsContributorsAnswer {
  report: {
    name: string
    from: string
    to: string
    starts_at: string
    ends_at: string
    interval: string | null
    time_zone: string
    links: {
      forum: number | null
      segment: number | null
    }
    totals: {
      contributors_count: number
      suggestions_count: number
      comments_count: number
      votes_count: number
    }
    rows: ({
      id: number
      name: string
      email_address: string
      suggestions_count: number
      comments_count: number
      votes_count: number
    })[]
  }
}

export interface GetSegmentsConditionsAnswer {
  conditions: {
    columns: ({
      column: string
      kind: 'text' | 'address' | 'number' | 'time' | 'flag'
      name: string | null
      values?: string[]
    })[]
    operators: ({
      operator: string
      kinds: ('text' | 'address' | 'number' | 'time' | 'flag')[]
      operand: 'none' | 'value' | 'list'
    })[]
    operand_patterns: {
      number: string
      unit: string
    }
    units: string[]
    limits: {
      depth: number
      conditions: number
      groups: number
      values: number
      units: number
    }
  }
}

export interface GetSegmentsValuesQuery {
  /** A column of `GET /segments/conditions`. */
  column: Values
}

export interface GetSegmentsValuesAnswer {
  values: string[]
}

export interface GetSegmentsCountsQuery {
  /** The segments, up to 100. */
  segment: Values
}

export interface GetSegmentsCountsAnswer {
  counts: ({
    id: number
    users_count: number
  })[]
}

export interface GetRolesAnswer {
  /** From the least to the most powerful. Each may do what those before it may. */
  roles: ({
    name: 'viewer' | 'contributor' | 'admin' | 'owner'
    requires_second_factor: boolean
  })[]
  operations: ({
    method: string
    path: string
    summary: string
    scope: string
    role: 'viewer' | 'contributor' | 'admin' | 'owner'
    /** Who may do it to records that they created; for a list, who gets their own. */
    own_role: 'viewer' | 'contributor' | 'admin' | 'owner' | null
  })[]
}

export interface PutRolesByNameAnswer {
  roles: ({
    name: 'viewer' | 'contributor' | 'admin' | 'owner'
    requires_second_factor: boolean
  })[]
}

/** A record of each collection. */
export interface Records {
  suggestions: Suggestion
  forums: Forum
  users: User
  attachments: Attachment
  external_users: ExternalUser
  external_accounts: ExternalAccount
  categories: Category
  labels: Label
  statuses: Status
  status_updates: StatusUpdate
  announcements: Announcement
  tickets: Ticket
  notes: Note
  comments: Comment
  supporters: Supporter
  nps_ratings: NpsRating
  teams: Team
  custom_fields: CustomField
  features: Feature
  feature_statuses: FeatureStatus
  product_areas: ProductArea
  feedback_records: FeedbackRecord
  supporter_messages: SupporterMessage
  internal_statuses: InternalStatus
  internal_status_updates: InternalStatusUpdate
  internal_flags: InternalFlag
  saved_replies: SavedReply
  segments: Segment
  segmented_values: SegmentedValue
  importance_responses: ImportanceResponse
  importance_scores: ImportanceScore
  permissions: Permission
  forum_invitations: ForumInvitation
  views: View
  suggestion_activity_entries: SuggestionActivityEntry
  suggested_merges: SuggestedMerge
  service_hook_logs: ServiceHookLog
  subdomains: Subdomain
  theme_sets: ThemeSet
  themes: Theme
  impact_reports: ImpactReport
  audit_features: AuditFeature
  feedback_atoms: FeedbackAtom
  feedback_connector_configurations: FeedbackConnectorConfiguration
  imports: Import
  bulk_actions: BulkAction
  mailings: Mailing
  moves: Move
  recent_changes: RecentChange
  content_reports: ContentReport
  guest_contributions: GuestContribution
  issue_links: IssueLink
  audit_entries: AuditEntry
  api_clients: ApiClient
  sessions: Session
  sso_keys: SsoKey
  oidc_providers: OidcProvider
  invitations: Invitation
  webhooks: Webhook
  webhook_deliveries: WebhookDelivery
  deletions: Deletion
}

/** Lists with pages, and their records. */
export interface Lists {
  '/suggestions': Suggestion
  '/forums': Forum
  '/users': User
  '/attachments': Attachment
  '/external_users': ExternalUser
  '/external_accounts': ExternalAccount
  '/categories': Category
  '/labels': Label
  '/statuses': Status
  '/status_updates': StatusUpdate
  '/announcements': Announcement
  '/tickets': Ticket
  '/notes': Note
  '/comments': Comment
  '/supporters': Supporter
  '/nps_ratings': NpsRating
  '/teams': Team
  '/custom_fields': CustomField
  '/features': Feature
  '/feature_statuses': FeatureStatus
  '/product_areas': ProductArea
  '/feedback_records': FeedbackRecord
  '/requests': FeedbackRecord
  '/feedback': FeedbackRecord
  '/supporter_messages': SupporterMessage
  '/messages': SupporterMessage
  '/internal_statuses': InternalStatus
  '/internal_status_updates': InternalStatusUpdate
  '/internal_flags': InternalFlag
  '/saved_replies': SavedReply
  '/segments': Segment
  '/segmented_values': SegmentedValue
  '/filtered_columns': SegmentedValue
  '/importance_responses': ImportanceResponse
  '/importance_scores': ImportanceScore
  '/permissions': Permission
  '/forum_invitations': ForumInvitation
  '/views': View
  '/suggestion_activity_entries': SuggestionActivityEntry
  '/suggested_merges': SuggestedMerge
  '/service_hook_logs': ServiceHookLog
  '/subdomains': Subdomain
  '/theme_sets': ThemeSet
  '/themes': Theme
  '/impact_reports': ImpactReport
  '/audit_features': AuditFeature
  '/feedback_atoms': FeedbackAtom
  '/feedback_connector_configurations': FeedbackConnectorConfiguration
  '/imports': Import
  '/bulk_actions': BulkAction
  '/mailings': Mailing
  '/moves': Move
  '/recent_changes': RecentChange
  '/content_reports': ContentReport
  '/guest_contributions': GuestContribution
  '/issue_links': IssueLink
  '/audit_entries': AuditEntry
  '/api_clients': ApiClient
  '/sessions': Session
  '/sso_keys': SsoKey
  '/oidc_providers': OidcProvider
  '/invitations': Invitation
  '/webhooks': Webhook
  '/webhook_deliveries': WebhookDelivery
  '/deletions': Deletion
  '/api/v2/suggestions': Suggestion
  '/api/v2/comments': Comment
}

/** Lists and reports that are also CSV files. */
export type CsvPath = '/suggestions' | '/forums' | '/users' | '/attachments' | '/external_users' | '/external_accounts' | '/categories' | '/labels' | '/statuses' | '/status_updates' | '/announcements' | '/tickets' | '/notes' | '/comments' | '/supporters' | '/nps_ratings' | '/teams' | '/custom_fields' | '/features' | '/feature_statuses' | '/product_areas' | '/feedback_records' | '/requests' | '/feedback' | '/supporter_messages' | '/messages' | '/internal_statuses' | '/internal_status_updates' | '/internal_flags' | '/saved_replies' | '/segments' | '/segmented_values' | '/filtered_columns' | '/importance_responses' | '/importance_scores' | '/permissions' | '/forum_invitations' | '/views' | '/suggestion_activity_entries' | '/suggested_merges' | '/service_hook_logs' | '/subdomains' | '/theme_sets' | '/themes' | '/impact_reports' | '/audit_features' | '/feedback_atoms' | '/feedback_connector_configurations' | '/imports' | '/bulk_actions' | '/mailings' | '/moves' | '/recent_changes' | '/content_reports' | '/guest_contributions' | '/issue_links' | '/audit_entries' | '/api_clients' | '/sessions' | '/sso_keys' | '/oidc_providers' | '/invitations' | '/webhooks' | '/webhook_deliveries' | '/deletions' | '/imports/{id}/problems' | '/reports/incoming' | '/reports/response_times' | '/reports/open_revenue' | '/reports/top_accounts' | '/reports/nps' | '/reports/labels' | '/reports/contributors' | '/api/v2/suggestions' | '/api/v2/comments'

export interface GetOperations {
  /** Get the user of the token */
  '/users/current': Operation<{ query?: RecordQuery }, UsersRecords>
  /** Get one or more users by id */
  '/users/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, UsersRecords>
  /** Get the current account */
  '/subdomains/current': Operation<{ query?: RecordQuery }, SubdomainsRecords>
  /** Get one or more subdomains by id */
  '/subdomains/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SubdomainsRecords>
  /** List all translatable strings */
  '/translatable_strings': Operation<object, GetTranslatableStringsAnswer>
  /** Get the translations for a language */
  '/translatable_strings/{locale}': Operation<{ path: { locale: Values } }, GetTranslatableStringsAnswer>
  /** List suggestions */
  '/suggestions': Operation<{ query?: GetSuggestionsQuery }, SuggestionsList>
  /** Get one or more suggestions by id */
  '/suggestions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SuggestionsRecords>
  /** List forums */
  '/forums': Operation<{ query?: GetForumsQuery }, ForumsList>
  /** Get one or more forums by id */
  '/forums/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ForumsRecords>
  /** List users */
  '/users': Operation<{ query?: GetUsersQuery }, UsersList>
  /** List attachments */
  '/attachments': Operation<{ query?: GetAttachmentsQuery }, AttachmentsList>
  /** Get one or more attachments by id */
  '/attachments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, AttachmentsRecords>
  /** List external users */
  '/external_users': Operation<{ query?: GetExternalUsersQuery }, ExternalUsersList>
  /** Get one or more external users by id */
  '/external_users/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ExternalUsersRecords>
  /** List external accounts */
  '/external_accounts': Operation<{ query?: GetExternalAccountsQuery }, ExternalAccountsList>
  /** Get one or more external accounts by id */
  '/external_accounts/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ExternalAccountsRecords>
  /** List categories */
  '/categories': Operation<{ query?: GetCategoriesQuery }, CategoriesList>
  /** Get one or more categories by id */
  '/categories/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, CategoriesRecords>
  /** List labels */
  '/labels': Operation<{ query?: GetLabelsQuery }, LabelsList>
  /** Get one or more labels by id */
  '/labels/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, LabelsRecords>
  /** List statuses */
  '/statuses': Operation<{ query?: GetStatusesQuery }, StatusesList>
  /** Get one or more statuses by id */
  '/statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, StatusesRecords>
  /** List status updates */
  '/status_updates': Operation<{ query?: GetStatusUpdatesQuery }, StatusUpdatesList>
  /** Get one or more status updates by id */
  '/status_updates/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, StatusUpdatesRecords>
  /** List announcements */
  '/announcements': Operation<{ query?: GetAnnouncementsQuery }, AnnouncementsList>
  /** Get one or more announcements by id */
  '/announcements/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, AnnouncementsRecords>
  /** List tickets */
  '/tickets': Operation<{ query?: GetTicketsQuery }, TicketsList>
  /** Get one or more tickets by id */
  '/tickets/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, TicketsRecords>
  /** List notes */
  '/notes': Operation<{ query?: GetNotesQuery }, NotesList>
  /** Get one or more notes by id */
  '/notes/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, NotesRecords>
  /** List comments */
  '/comments': Operation<{ query?: GetCommentsQuery }, CommentsList>
  /** Get one or more comments by id */
  '/comments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, CommentsRecords>
  /** List supporters */
  '/supporters': Operation<{ query?: GetSupportersQuery }, SupportersList>
  /** Get one or more supporters by id */
  '/supporters/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SupportersRecords>
  /** List nps ratings */
  '/nps_ratings': Operation<{ query?: GetNpsRatingsQuery }, NpsRatingsList>
  /** Get one or more nps ratings by id */
  '/nps_ratings/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, NpsRatingsRecords>
  /** List teams */
  '/teams': Operation<{ query?: GetTeamsQuery }, TeamsList>
  /** Get one or more teams by id */
  '/teams/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, TeamsRecords>
  /** List custom fields */
  '/custom_fields': Operation<{ query?: GetCustomFieldsQuery }, CustomFieldsList>
  /** Get one or more custom fields by id */
  '/custom_fields/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, CustomFieldsRecords>
  /** List features */
  '/features': Operation<{ query?: GetFeaturesQuery }, FeaturesList>
  /** Get one or more features by id */
  '/features/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, FeaturesRecords>
  /** List feature statuses */
  '/feature_statuses': Operation<{ query?: GetStatusesQuery }, FeatureStatusesList>
  /** Get one or more feature statuses by id */
  '/feature_statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, FeatureStatusesRecords>
  /** List product areas */
  '/product_areas': Operation<{ query?: GetProductAreasQuery }, ProductAreasList>
  /** Get one or more product areas by id */
  '/product_areas/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ProductAreasRecords>
  /** List feedback records */
  '/feedback_records': Operation<{ query?: GetFeedbackRecordsQuery }, FeedbackRecordsList>
  /** Get one or more feedback records by id */
  '/feedback_records/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, FeedbackRecordsRecords>
  /** List feedback records (alias of /feedback_records) */
  '/requests': Operation<{ query?: GetFeedbackRecordsQuery }, RequestsList>
  /** Get one or more feedback records by id (alias of /feedback_records) */
  '/requests/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, RequestsRecords>
  /** List feedback records (alias of /feedback_records) */
  '/feedback': Operation<{ query?: GetFeedbackRecordsQuery }, FeedbackList>
  /** Get one or more feedback records by id (alias of /feedback_records) */
  '/feedback/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, FeedbackRecords>
  /** List supporter messages */
  '/supporter_messages': Operation<{ query?: GetStatusUpdatesQuery }, SupporterMessagesList>
  /** Get one or more supporter messages by id */
  '/supporter_messages/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SupporterMessagesRecords>
  /** List supporter messages (alias of /supporter_messages) */
  '/messages': Operation<{ query?: GetStatusUpdatesQuery }, MessagesList>
  /** Get one or more supporter messages by id (alias of /supporter_messages) */
  '/messages/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, MessagesRecords>
  /** List internal statuses */
  '/internal_statuses': Operation<{ query?: GetStatusesQuery }, InternalStatusesList>
  /** Get one or more internal statuses by id */
  '/internal_statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, InternalStatusesRecords>
  /** List internal status updates */
  '/internal_status_updates': Operation<{ query?: GetStatusUpdatesQuery }, InternalStatusUpdatesList>
  /** Get one or more internal status updates by id */
  '/internal_status_updates/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, InternalStatusUpdatesRecords>
  /** List internal flags */
  '/internal_flags': Operation<{ query?: GetInternalFlagsQuery }, InternalFlagsList>
  /** Get one or more internal flags by id */
  '/internal_flags/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, InternalFlagsRecords>
  /** List saved replies */
  '/saved_replies': Operation<{ query?: GetSavedRepliesQuery }, SavedRepliesList>
  /** Get one or more saved replies by id */
  '/saved_replies/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SavedRepliesRecords>
  /** List segments */
  '/segments': Operation<{ query?: GetSegmentsQuery }, SegmentsList>
  /** Get one or more segments by id */
  '/segments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SegmentsRecords>
  /** List segmented values */
  '/segmented_values': Operation<{ query?: GetSegmentedValuesQuery }, SegmentedValuesList>
  /** Get one or more segmented values by id */
  '/segmented_values/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SegmentedValuesRecords>
  /** List segmented values (alias of /segmented_values) */
  '/filtered_columns': Operation<{ query?: GetSegmentedValuesQuery }, FilteredColumnsList>
  /** Get one or more segmented values by id (alias of /segmented_values) */
  '/filtered_columns/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, FilteredColumnsRecords>
  /** List importance responses */
  '/importance_responses': Operation<{ query?: GetImportanceResponsesQuery }, ImportanceResponsesList>
  /** Get one or more importance responses by id */
  '/importance_responses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ImportanceResponsesRecords>
  /** List importance scores */
  '/importance_scores': Operation<{ query?: GetInternalFlagsQuery }, ImportanceScoresList>
  /** Get one or more importance scores by id */
  '/importance_scores/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ImportanceScoresRecords>
  /** List permissions */
  '/permissions': Operation<{ query?: GetPermissionsQuery }, PermissionsList>
  /** Get one or more permissions by id */
  '/permissions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, PermissionsRecords>
  /** List forum invitations */
  '/forum_invitations': Operation<{ query?: GetForumInvitationsQuery }, ForumInvitationsList>
  /** Get one or more forum invitations by id */
  '/forum_invitations/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ForumInvitationsRecords>
  /** List views */
  '/views': Operation<{ query?: GetViewsQuery }, ViewsList>
  /** Get one or more views by id */
  '/views/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ViewsRecords>
  /** List suggestion activity entries */
  '/suggestion_activity_entries': Operation<{ query?: GetSuggestionActivityEntriesQuery }, SuggestionActivityEntriesList>
  /** Get one or more suggestion activity entries by id */
  '/suggestion_activity_entries/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SuggestionActivityEntriesRecords>
  /** List suggested merges */
  '/suggested_merges': Operation<{ query?: GetSuggestedMergesQuery }, SuggestedMergesList>
  /** Get one or more suggested merges by id */
  '/suggested_merges/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SuggestedMergesRecords>
  /** List service hook logs */
  '/service_hook_logs': Operation<{ query?: GetImportanceResponsesQuery }, ServiceHookLogsList>
  /** Get one or more service hook logs by id */
  '/service_hook_logs/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ServiceHookLogsRecords>
  /** List subdomains */
  '/subdomains': Operation<{ query?: GetImportanceResponsesQuery }, SubdomainsList>
  /** List theme sets */
  '/theme_sets': Operation<{ query?: GetProductAreasQuery }, ThemeSetsList>
  /** Get one or more theme sets by id */
  '/theme_sets/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ThemeSetsRecords>
  /** List themes */
  '/themes': Operation<{ query?: GetProductAreasQuery }, ThemesList>
  /** Get one or more themes by id */
  '/themes/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ThemesRecords>
  /** List impact reports */
  '/impact_reports': Operation<{ query?: GetProductAreasQuery }, ImpactReportsList>
  /** Get one or more impact reports by id */
  '/impact_reports/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ImpactReportsRecords>
  /** List audit features */
  '/audit_features': Operation<{ query?: GetImportanceResponsesQuery }, AuditFeaturesList>
  /** Get one or more audit features by id */
  '/audit_features/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, AuditFeaturesRecords>
  /** List feedback atoms */
  '/feedback_atoms': Operation<{ query?: GetImportanceResponsesQuery }, FeedbackAtomsList>
  /** Get one or more feedback atoms by id */
  '/feedback_atoms/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, FeedbackAtomsRecords>
  /** List feedback connector configurations */
  '/feedback_connector_configurations': Operation<{ query?: GetProductAreasQuery }, FeedbackConnectorConfigurationsList>
  /** Get one or more feedback connector configurations by id */
  '/feedback_connector_configurations/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, FeedbackConnectorConfigurationsRecords>
  /** List imports */
  '/imports': Operation<{ query?: GetImportanceResponsesQuery }, ImportsList>
  /** Get one or more imports by id */
  '/imports/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ImportsRecords>
  /** List bulk actions */
  '/bulk_actions': Operation<{ query?: GetBulkActionsQuery }, BulkActionsList>
  /** Get one or more bulk actions by id */
  '/bulk_actions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, BulkActionsRecords>
  /** List mailings */
  '/mailings': Operation<{ query?: GetMailingsQuery }, MailingsList>
  /** Get one or more mailings by id */
  '/mailings/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, MailingsRecords>
  /** List moves */
  '/moves': Operation<{ query?: GetImportanceResponsesQuery }, MovesList>
  /** Get one or more moves by id */
  '/moves/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, MovesRecords>
  /** List recent changes */
  '/recent_changes': Operation<{ query?: GetPermissionsQuery }, RecentChangesList>
  /** Get one or more recent changes by id */
  '/recent_changes/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, RecentChangesRecords>
  /** List content reports */
  '/content_reports': Operation<{ query?: GetContentReportsQuery }, ContentReportsList>
  /** Get one or more content reports by id */
  '/content_reports/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ContentReportsRecords>
  /** List guest contributions */
  '/guest_contributions': Operation<{ query?: GetGuestContributionsQuery }, GuestContributionsList>
  /** Get one or more guest contributions by id */
  '/guest_contributions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, GuestContributionsRecords>
  /** List issue links */
  '/issue_links': Operation<{ query?: GetIssueLinksQuery }, IssueLinksList>
  /** Get one or more issue links by id */
  '/issue_links/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, IssueLinksRecords>
  /** List audit entries */
  '/audit_entries': Operation<{ query?: GetAuditEntriesQuery }, AuditEntriesList>
  /** Get one or more audit entries by id */
  '/audit_entries/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, AuditEntriesRecords>
  /** List api clients */
  '/api_clients': Operation<{ query?: GetImportanceResponsesQuery }, ApiClientsList>
  /** Get one or more api clients by id */
  '/api_clients/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, ApiClientsRecords>
  /** List sessions */
  '/sessions': Operation<{ query?: GetPermissionsQuery }, SessionsList>
  /** Get one or more sessions by id */
  '/sessions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SessionsRecords>
  /** List sso keys */
  '/sso_keys': Operation<{ query?: GetImportanceResponsesQuery }, SsoKeysList>
  /** Get one or more sso keys by id */
  '/sso_keys/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, SsoKeysRecords>
  /** List oidc providers */
  '/oidc_providers': Operation<{ query?: GetImportanceResponsesQuery }, OidcProvidersList>
  /** Get one or more oidc providers by id */
  '/oidc_providers/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, OidcProvidersRecords>
  /** List invitations */
  '/invitations': Operation<{ query?: GetInvitationsQuery }, InvitationsList>
  /** Get one or more invitations by id */
  '/invitations/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, InvitationsRecords>
  /** List webhooks */
  '/webhooks': Operation<{ query?: GetWebhooksQuery }, WebhooksList>
  /** Get one or more webhooks by id */
  '/webhooks/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, WebhooksRecords>
  /** List webhook deliveries */
  '/webhook_deliveries': Operation<{ query?: GetWebhookDeliveriesQuery }, WebhookDeliveriesList>
  /** Get one or more webhook deliveries by id */
  '/webhook_deliveries/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, WebhookDeliveriesRecords>
  /** List deletions */
  '/deletions': Operation<{ query?: GetDeletionsQuery }, DeletionsList>
  /** Get one or more deletions by id */
  '/deletions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery }, DeletionsRecords>
  /** Find the suggestions before and after one of them in a list. Takes the filters, `sort` and `total` of the list. A record that the list does not have any more is between those that would be beside it. `position` is null after 10000 records; in an order by relevance or by filtered supporters only the first 1000 have neighbors. */
  '/suggestions/{id}/neighbors': Operation<{ path: { id: Values }; query?: GetSuggestionsByIdNeighborsQuery }, GetSuggestionsByIdNeighborsAnswer>
  /** Find the users before and after one of them in a list. Takes the filters, `sort` and `total` of the list. A record that the list does not have any more is between those that would be beside it. `position` is null after 10000 records; in an order by relevance or by filtered supporters only the first 1000 have neighbors. */
  '/users/{id}/neighbors': Operation<{ path: { id: Values }; query?: GetUsersByIdNeighborsQuery }, GetUsersByIdNeighborsAnswer>
  /** Find the external accounts before and after one of them in a list. Takes the filters, `sort` and `total` of the list. A record that the list does not have any more is between those that would be beside it. `position` is null after 10000 records; in an order by relevance or by filtered supporters only the first 1000 have neighbors. */
  '/external_accounts/{id}/neighbors': Operation<{ path: { id: Values }; query?: GetExternalAccountsByIdNeighborsQuery }, GetUsersByIdNeighborsAnswer>
  /** Find the features before and after one of them in a list. Takes the filters, `sort` and `total` of the list. A record that the list does not have any more is between those that would be beside it. `position` is null after 10000 records; in an order by relevance or by filtered supporters only the first 1000 have neighbors. */
  '/features/{id}/neighbors': Operation<{ path: { id: Values }; query?: GetFeaturesByIdNeighborsQuery }, GetUsersByIdNeighborsAnswer>
  /** Find the feedback records before and after one of them in a list. Takes the filters, `sort` and `total` of the list. A record that the list does not have any more is between those that would be beside it. `position` is null after 10000 records; in an order by relevance or by filtered supporters only the first 1000 have neighbors. */
  '/feedback_records/{id}/neighbors': Operation<{ path: { id: Values }; query?: GetFeedbackRecordsByIdNeighborsQuery }, GetUsersByIdNeighborsAnswer>
  /** Count suggestions by forum, category, status and state. From counters, so it is fast for any number of suggestions. Takes the filters of the list that have counters. */
  '/suggestions/counts': Operation<{ query?: GetSuggestionsCountsQuery }, GetSuggestionsCountsAnswer>
  /** Count the suggestions of a list by status, forum, category or label. Takes the filters of the list. The groups are in the order of their names or positions, and `id` is null for the suggestions without one. A group is the list with the filter of its id (`status=1`), or with `status_none=true`. A suggestion counts for each of its labels. `count` is null when more than 100000 suggestions match that have no counters. At most 200 groups; `is_complete` says whether these are all. */
  '/suggestions/groups': Operation<{ query: GetSuggestionsGroupsQuery }, GetSuggestionsGroupsAnswer>
  /** Preview a merge into a suggestion. What would move, what would stay with the merged suggestions, and the counts of the suggestion after the merge. Suggestions that cannot be merged are in `errors`. */
  '/suggestions/{id}/merge_preview': Operation<{ path: { id: Values }; query: GetSuggestionsByIdMergePreviewQuery }, GetSuggestionsByIdMergePreviewAnswer>
  /** Preview whom a status update of a suggestion concerns. Counts subscribed supporters and followers who are not blocked and receive notifications. `links` has ten of them; `includes=users` adds their records. */
  '/suggestions/{id}/notification_preview': Operation<{ path: { id: Values }; query?: GetSuggestionsByIdNotificationPreviewQuery }, GetSuggestionsByIdNotificationPreviewAnswer>
  /** Get the comparison of a move with its source. Of the last run that ended. With `format=html` it is a page to hand on. */
  '/moves/{id}/report': Operation<{ path: { id: Values }; query?: GetMovesByIdReportQuery }, GetMovesByIdReportAnswer>
  /** List what the names of a source become here. The forums, categories, labels, statuses and custom fields of the account, and the people without an address. Known when the account is read. */
  '/moves/{id}/values': Operation<{ path: { id: Values } }, GetMovesByIdValuesAnswer>
  /** Get what an account would look like here. Some suggestions with what belongs to them, as the last trial read them before it took them back. With `format=html` it is a page to hand on. */
  '/moves/{id}/trial': Operation<{ path: { id: Values }; query?: GetMovesByIdReportQuery }, GetMovesByIdTrialAnswer>
  /** List the rows that an import left out. With `format=csv` the response is a file of these rows with their problems. Correct it and import it as it is. Kept for 30 days, at most 10,000 rows. */
  '/imports/{id}/problems': Operation<{ path: { id: Values }; query?: GetImportsByIdProblemsQuery }, GetImportsByIdProblemsAnswer>
  /** Preview whom an announcement concerns. Counts subscribed supporters and followers of its visible linked suggestions who are not blocked and receive notifications, each person once. Where the announcement is limited to forums, only suggestions of these count. `links` has ten of them; `includes=users` adds their records. */
  '/announcements/{id}/notification_preview': Operation<{ path: { id: Values }; query?: GetSuggestionsByIdNotificationPreviewQuery }, GetSuggestionsByIdNotificationPreviewAnswer>
  /** Get the state of a bulk identify job */
  '/bulk_identify/{job}': Operation<{ path: { job: Values } }, GetBulkIdentifyByJobAnswer>
  /** List the rate limits of API clients and their use. The use is that of the current minute. The 100 clients that were used last. */
  '/api_clients/limits': Operation<object, GetApiClientsLimitsAnswer>
  /** Get the session of the request. The list is empty for a request with a token. */
  '/sessions/current': Operation<{ query?: RecordQuery }, SessionsRecords>
  /** List the people who can sign in. At most 1000. */
  '/staff': Operation<object, GetStaffAnswer>
  /** List the applications and tokens that act as a person. The ones used last come first. The tokens themselves are stored as hashes. */
  '/staff/{id}/tokens': Operation<{ path: { id: Values } }, GetStaffByIdTokensAnswer>
  /** List background jobs. Failed jobs come first, then running ones, then the others by their next run; at most 500. A job that succeeds is removed. */
  '/jobs': Operation<{ query?: GetJobsQuery }, GetJobsAnswer>
  /** Get which mails the caller gets. As a member of the team. A client without a person acts as the owner. */
  '/notification_settings': Operation<object, GetNotificationSettingsAnswer>
  /** Get the state of the installation. Versions, sizes, job queues, the last backup, limits and their use. */
  '/installation': Operation<object, GetInstallationAnswer>
  /** Get the settings of the installation. With what decides each of them. Passwords and client secrets are never returned. */
  '/settings': Operation<object, GetSettingsAnswer>
  /** Get the settings that everybody sees */
  '/settings/display': Operation<object, GetSettingsDisplayAnswer>
  /** List the keys that sign mails. DKIM keys, the newest first, each with its DNS record. Private keys are never returned. */
  '/settings/mail/dkim_keys': Operation<object, GetSettingsMailDkimKeysAnswer>
  /** Get the feature ids of a suggestion */
  '/suggestions/{id}/feature_ids': Operation<{ path: { id: Values } }, GetSuggestionsByIdFeatureIdsAnswer>
  /** List suggestions with a similar title. Compares titles by their letters, in all forums. Deleted suggestions, spam, merged suggestions and rejected pairs are left out. */
  '/suggestions/similar': Operation<{ query: GetSuggestionsSimilarQuery }, SuggestionsRecords>
  /** List suggestions with a title similar to that of a suggestion. Compares titles by their letters, in all forums. Deleted suggestions, spam, merged suggestions and rejected pairs are left out. */
  '/suggestions/{id}/similar': Operation<{ path: { id: Values }; query?: GetSuggestionsByIdSimilarQuery }, SuggestionsRecords>
  /** Report on suggestions created, answered and closed. A suggestion is answered by its first status update. Merged suggestions count, spam and deleted ones do not. */
  '/reports/incoming': Operation<{ query?: GetReportsIncomingQuery }, GetReportsIncomingAnswer>
  /** Report on the time until suggestions are answered and closed. By the time at which the suggestion was created. Those without an answer and those still open are counted, and have no time. Merged suggestions, spam and deleted ones do not count. */
  '/reports/response_times': Operation<{ query?: GetReportsIncomingQuery }, GetReportsResponseTimesAnswer>
  /** Report on open suggestions by the revenue behind them. Of the suggestions created in the range, those approved or published and neither merged nor closed. The revenue is the MRR of the accounts whose people support a suggestion: each account counts once per suggestion, and once in the total. That of a suggestion is its `supporter_revenue`, which follows the MRR of very large accounts after some seconds. */
  '/reports/open_revenue': Operation<{ query?: GetReportsOpenRevenueQuery }, GetReportsOpenRevenueAnswer>
  /** Report on accounts by MRR and what they ask for. With how many open suggestions created in the range their people support, and the three of them with most revenue behind them. The totals are those of the listed accounts. */
  '/reports/top_accounts': Operation<{ query?: GetReportsTopAccountsQuery }, GetReportsTopAccountsAnswer>
  /** Report on NPS ratings and what detractors ask for. A rating of 9 or 10 is a promoter, 0 to 6 a detractor. `suggestions` are the open ones that most people support whose last rating is in the range and a detractor. */
  '/reports/nps': Operation<{ query?: GetReportsNpsQuery }, GetReportsNpsAnswer>
  /** Report on created suggestions by label. A suggestion counts for each of its labels. `counts` has one number per label of `labels`; `other_count` are suggestions with a label that is not listed. Spam and deleted suggestions do not count. */
  '/reports/labels': Operation<{ query?: GetReportsLabelsQuery }, GetReportsLabelsAnswer>
  /** Report on people by their suggestions, comments and votes. What they did in the range. Spam and deleted comments, and whatever belongs to spam or deleted suggestions, does not count. */
  '/reports/contributors': Operation<{ query?: GetReportsContributorsQuery }, GetReportsContributorsAnswer>
  /** Get the state of the demonstration data */
  '/demo_data': Operation<object, GetDemoDataAnswer>
  /** Get the columns and operators of conditions. For clients that let people build the expression of a segment. Custom fields have a `name`. Operators support columns of certain kinds; a time can have a unit, which makes the operand a time in the past. */
  '/segments/conditions': Operation<object, GetSegmentsConditionsAnswer>
  /** List the texts that a column of conditions has. The first 200 in alphabetical order, of columns with an index: `account.plan` and custom fields of type `string`. Empty for others. */
  '/segments/values': Operation<{ query: GetSegmentsValuesQuery }, GetSegmentsValuesAnswer>
  /** Count the members of segments. The members are those of the last run of the figures job. */
  '/segments/counts': Operation<{ query: GetSegmentsCountsQuery }, GetSegmentsCountsAnswer>
  /** List suggestions */
  '/api/v2/suggestions': Operation<{ query?: GetSuggestionsQuery }, SuggestionsList>
  /** List comments */
  '/api/v2/comments': Operation<{ query?: GetCommentsQuery }, CommentsList>
  /** List what each role may do */
  '/roles': Operation<object, GetRolesAnswer>
}

export interface PostOperations {
  /** Create an access token for an API client */
  '/api/v2/oauth/token': Operation<{ body: PostOauthTokenBody }, PostOauthTokenAnswer>
  /** Revoke an access token or refresh token */
  '/api/v2/oauth/revoke': Operation<{ body: PostOauthRevokeBody }, undefined>
  /** Find or create a user by e-mail address */
  '/users/find_or_create': Operation<{ query?: RecordQuery; body: PostUsersFindOrCreateBody }, UsersRecords>
  /** Merge two users who are the same person. Everything of `from_user` becomes that of `to_user`, and `from_user` is deleted. Of a suggestion that both support, the vote of `to_user` stays. `from_user` cannot have a role. This cannot be undone. */
  '/users/merge': Operation<{ query?: RecordQuery; body: PostUsersMergeBody }, UsersRecords>
  /** Create a suggestion */
  '/suggestions': Operation<{ query?: RecordQuery; body: PostSuggestionsBody }, SuggestionsRecords>
  /** Create a forum. `suggestion_moderation` and `comment_moderation` say whose contributions on the portal wait for a moderator; the settings have the default. `moderation_enabled` is true when the suggestions of everyone wait: writing one of both sets the other. */
  '/forums': Operation<{ query?: RecordQuery; body: PostForumsBody }, ForumsRecords>
  /** Upload a file. Maximum: 50000000 bytes. */
  '/attachments': Operation<{ query?: RecordQuery; body: FormData }, AttachmentsRecords>
  /** Create a category */
  '/categories': Operation<{ query?: RecordQuery; body: PostCategoriesBody }, CategoriesRecords>
  /** Create a label */
  '/labels': Operation<{ query?: RecordQuery; body: PostLabelsBody }, LabelsRecords>
  /** Create a status */
  '/statuses': Operation<{ query?: RecordQuery; body: PostStatusesBody }, StatusesRecords>
  /** Create a status update for a suggestion */
  '/status_updates': Operation<{ query?: RecordQuery; body: PostStatusUpdatesBody }, StatusUpdatesRecords>
  /** Create an announcement. It is a draft. A link to a merged suggestion becomes one to its target, also when it is merged later. */
  '/announcements': Operation<{ query?: RecordQuery; body: PostAnnouncementsBody }, AnnouncementsRecords>
  /** Create a note on a suggestion, or a reply to a note */
  '/notes': Operation<{ query?: RecordQuery; body: PostNotesBody }, NotesRecords>
  /** Create a comment on a suggestion */
  '/comments': Operation<{ query?: RecordQuery; body: PostCommentsBody }, CommentsRecords>
  /** Create a supporter of a suggestion. Without a person, the supporter is the user of the token; a token of the client acts as the owner. */
  '/supporters': Operation<{ query?: RecordQuery; body: PostSupportersBody }, SupportersRecords>
  /** Create an NPS rating of a user. The rating is 0 to 10. */
  '/nps_ratings': Operation<{ query?: RecordQuery; body: PostNpsRatingsBody }, NpsRatingsRecords>
  /** Create a team */
  '/teams': Operation<{ query?: RecordQuery; body: PostTeamsBody }, TeamsRecords>
  /** Create a custom field */
  '/custom_fields': Operation<{ query?: RecordQuery; body: PostCustomFieldsBody }, CustomFieldsRecords>
  /** Create a feature */
  '/features': Operation<{ query?: RecordQuery; body: PostFeaturesBody }, FeaturesRecords>
  /** Create a feature status */
  '/feature_statuses': Operation<{ query?: RecordQuery; body: PostFeatureStatusesBody }, FeatureStatusesRecords>
  /** Create a product area */
  '/product_areas': Operation<{ query?: RecordQuery; body: PostProductAreasBody }, ProductAreasRecords>
  /** Create a feedback record. The customer becomes a supporter of the suggestion. Without a person it is the user of the token; a token of the client acts as the owner. */
  '/feedback_records': Operation<{ query?: RecordQuery; body: PostFeedbackRecordsBody }, FeedbackRecordsRecords>
  /** Create a feedback record (alias of /feedback_records). The customer becomes a supporter of the suggestion. Without a person it is the user of the token; a token of the client acts as the owner. */
  '/requests': Operation<{ query?: RecordQuery; body: PostFeedbackRecordsBody }, RequestsRecords>
  /** Create a feedback record (alias of /feedback_records). The customer becomes a supporter of the suggestion. Without a person it is the user of the token; a token of the client acts as the owner. */
  '/feedback': Operation<{ query?: RecordQuery; body: PostFeedbackRecordsBody }, FeedbackRecords>
  /** Create a message to all supporters of a suggestion. Subscribed supporters and followers get it by mail; `mailings` has the progress. Without a mail server it is only stored. */
  '/supporter_messages': Operation<{ query?: RecordQuery; body: PostSupporterMessagesBody }, SupporterMessagesRecords>
  /** Create a message to all supporters of a suggestion (alias of /supporter_messages). Subscribed supporters and followers get it by mail; `mailings` has the progress. Without a mail server it is only stored. */
  '/messages': Operation<{ query?: RecordQuery; body: PostSupporterMessagesBody }, MessagesRecords>
  /** Create an internal status */
  '/internal_statuses': Operation<{ query?: RecordQuery; body: PostInternalStatusesBody }, InternalStatusesRecords>
  /** Create an internal status update for a suggestion */
  '/internal_status_updates': Operation<{ query?: RecordQuery; body: PostInternalStatusUpdatesBody }, InternalStatusUpdatesRecords>
  /** Create an internal flag on a suggestion */
  '/internal_flags': Operation<{ query?: RecordQuery; body: PostInternalFlagsBody }, InternalFlagsRecords>
  /** Create a saved reply */
  '/saved_replies': Operation<{ query?: RecordQuery; body: PostSavedRepliesBody }, SavedRepliesRecords>
  /** Create a segment. Suggestions and features then show the values of the segment. */
  '/segments': Operation<{ query?: RecordQuery; body: PostSegmentsBody }, SegmentsRecords>
  /** Create a segmented value. Suggestions or features show the value as `cv_<key>`. */
  '/segmented_values': Operation<{ query?: RecordQuery; body: PostSegmentedValuesBody }, SegmentedValuesRecords>
  /** Create a segmented value (alias of /segmented_values). Suggestions or features show the value as `cv_<key>`. */
  '/filtered_columns': Operation<{ query?: RecordQuery; body: PostSegmentedValuesBody }, FilteredColumnsRecords>
  /** Create or update an importance score. A person has one score for each suggestion; a new score replaces it. */
  '/importance_scores': Operation<{ query?: RecordQuery; body: PostImportanceScoresBody }, ImportanceScoresRecords>
  /** Create a permission. A person has at most one permission. No e-mail is sent; the response contains the invitation code. */
  '/permissions': Operation<{ query?: RecordQuery; body: PostPermissionsBody }, PermissionsRecords>
  /** Invite e-mail addresses to a forum. An address is invited to a forum once. Where mail is configured, each new address gets a mail with `subject` and `message`, or words of the service, and `reply_to`. */
  '/forum_invitations': Operation<{ query?: RecordQuery; body: PostForumInvitationsBody }, ForumInvitationsRecords>
  /** Create a view. It is private until it is shared: only its user sees it. People create views for themselves; a token of the client without scopes creates them for everybody. */
  '/views': Operation<{ query?: RecordQuery; body: PostViewsBody }, ViewsRecords>
  /** Create a theme set. `themes` contains the names of its themes. */
  '/theme_sets': Operation<{ query?: RecordQuery; body: PostThemeSetsBody }, ThemeSetsRecords>
  /** Create an impact report */
  '/impact_reports': Operation<{ query?: RecordQuery; body: PostImpactReportsBody }, ImpactReportsRecords>
  /** Create a feedback connector configuration */
  '/feedback_connector_configurations': Operation<{ query?: RecordQuery; body: PostFeedbackConnectorConfigurationsBody }, FeedbackConnectorConfigurationsRecords>
  /** Import people and accounts, or suggestions, from a CSV file of at most 100,000 rows in the background. If anything is wrong with the file, nothing is imported, unless `skip_invalid` is true. A file in `text/csv`, or an Excel workbook (.xlsx), has the other members in the query. */
  '/imports': Operation<{ query?: RecordQuery; body: PostImportsBody }, ImportsRecords>
  /** Change many suggestions. Up to 50 suggestions are changed before the response, more in the background. `links` has the label, category, status, owner, forum or suggestion that the action needs. Suggestions that cannot be changed are listed in `errors`. */
  '/bulk_actions': Operation<{ query?: RecordQuery; body: PostBulkActionsBody }, BulkActionsRecords>
  /** Look at an account that can move in. Counts in the background what the account has; `look` has the result. Nothing is brought. Keys, secrets, tokens and passwords are stored encrypted until the move is done. One move at a time. The move of the same account goes on where there is one. */
  '/moves': Operation<{ query?: RecordQuery; body: PostMovesBody }, MovesRecords>
  /** Create an API client. The key and the secret are in this response only. A public client has no secret. */
  '/api_clients': Operation<{ query?: RecordQuery; body: PostApiClientsBody }, ApiClientsRecords>
  /** Create an SSO key. The key is in this response only. Its text is the secret of the signature (HS256). At most 10 keys are valid at once. */
  '/sso_keys': Operation<{ query?: RecordQuery; body: PostSsoKeysBody }, SsoKeysRecords>
  /** Create an OpenID provider. People can sign in with it at once, in every process. At most 20. One of OIDC_PROVIDERS with the same slug wins. */
  '/oidc_providers': Operation<{ query?: RecordQuery; body: PostOidcProvidersBody }, OidcProvidersRecords>
  /** Invite a person to staff. Only this response contains `url`, the link with which the person accepts. It works once, for 7 days. It is also mailed where mail is configured. An `Idempotency-Key` prevents a second invitation, but the response is not stored: a repeated request gets 409. */
  '/invitations': Operation<{ query?: RecordQuery; body: PostInvitationsBody }, InvitationsRecords>
  /** Create a webhook. `secret` is in this response only. With `signature: ed25519` it is null, and `public_key` verifies. At most 50 webhooks. It sends what the caller may read. */
  '/webhooks': Operation<{ query?: RecordQuery; body: PostWebhooksBody }, WebhooksRecords>
  /** Preview the mail about a status update of a suggestion. Takes the members of a status update and writes nothing. It is in the language of the caller, with the introduction and the footer of the installation. `html` has no styles, and its addresses are complete. */
  '/suggestions/{id}/mail_preview': Operation<{ path: { id: Values }; body?: PostSuggestionsByIdMailPreviewBody }, PostSuggestionsByIdMailPreviewAnswer>
  /** Merge suggestions into another suggestion. With `notify_supporters` the supporters and followers of the merged suggestions get a mail. */
  '/suggestions/merge': Operation<{ query?: RecordQuery; body?: PostSuggestionsMergeBody }, SuggestionsRecords>
  /** Merge suggestions into another suggestion. Alias of merge. */
  '/suggestions/bulk/merge': Operation<{ query?: RecordQuery; body?: PostSuggestionsMergeBody }, SuggestionsRecords>
  /** Unmerge a suggestion */
  '/suggestions/{id}/unmerge': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Stop a mailing. Mails that wait are not sent. What was sent stays sent. A mailing that was stopped does not continue. */
  '/mailings/{id}/stop': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, MailingsRecords>
  /** Look at an account that moves in from files. Up to 10 files, of at most 4000000000 bytes together. The files say which account it is. What it has is counted in the background; `look` has the result. Nothing is brought. Newer files of the same account take the place of those before. Files are deleted when the account is brought or the move is undone or deleted, with `DELETE /moves/{id}/folder`, and when the move is left for 7 days. Refused while a move runs. */
  '/moves/files': Operation<{ query?: RecordQuery; body: FormData }, MovesRecords>
  /** Read the account of a move. In the background, into a copy that only the service has. Nothing is brought: the names of the account can be mapped then. A run reads it too, if nobody did. */
  '/moves/{id}/read': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PostMovesByIdReadBody }, MovesRecords>
  /** Try a move with a sample. In the background: loads some suggestions with what belongs to them, compares them, reads what they look like and takes them back. Nobody sees them, and nothing announces them. The task fails where records were brought already: undo the move to try it again. */
  '/moves/{id}/try': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PostMovesByIdTryBody }, MovesRecords>
  /** Bring the account of a move. In the background; `step` and `progress` have the progress. A run that ended early goes on, and a later one brings what changed. Nobody is notified. A key, token or password is needed where `has_credentials` is false, and a newer file (`POST /moves/files`) where `files` is null and the account came by files. */
  '/moves/{id}/run': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PostMovesByIdRunBody }, MovesRecords>
  /** Stop the task of a move. What was read and brought stays. The task goes on when it is asked for again. */
  '/moves/{id}/stop': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, MovesRecords>
  /** Remove what a move brought. In the background. What people added since stays, with what it belongs to. The folder, uploaded files and the stored secrets are deleted. */
  '/moves/{id}/undo': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, MovesRecords>
  /** Import a suggestion with its author, creation time, labels and status */
  '/suggestions/import': Operation<{ query?: RecordQuery; body: PostSuggestionsImportBody }, SuggestionsRecords>
  /** Link two related suggestions */
  '/suggestions/link': Operation<{ query?: RecordQuery; body?: PostSuggestionsLinkBody }, SuggestionsRecords>
  /** Unlink two suggestions */
  '/suggestions/unlink': Operation<{ query?: RecordQuery; body?: PostSuggestionsLinkBody }, SuggestionsRecords>
  /** Subscribe to a suggestion. The subscriber is the user of the token. */
  '/suggestions/{id}/subscribe': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Unsubscribe from a suggestion. The subscriber is the user of the token. */
  '/suggestions/{id}/unsubscribe': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Delete a forum and move what is in it to another one. Moves its suggestions of every state, its categories and its invitations. Categories of the same name become one. Up to 499 suggestions move at once; more are moved by a background job, and `links.merged_into` names the target until the forum is gone. This cannot be undone. */
  '/forums/merge': Operation<{ query?: RecordQuery; body: PostForumsMergeBody }, ForumsRecords>
  /** Preview an import. Writes nothing. Columns that `mapping` does not name are guessed by their names, in English and German. A file in `text/csv`, or an Excel workbook (.xlsx), has the other members in the query, for example `type=suggestions&mapping.Titel=title`. Of a workbook the first sheet is read. */
  '/imports/preview': Operation<{ body: PostImportsPreviewBody }, PostImportsPreviewAnswer>
  /** Merge two labels. The suggestions and child labels of `from_label` get `to_label`, and `from_label` is deleted. This cannot be undone. */
  '/labels/merge': Operation<{ query?: RecordQuery; body: PostLabelsMergeBody }, LabelsRecords>
  /** Attach a label to a suggestion */
  '/labels/attach': Operation<{ query?: RecordQuery; body: PostLabelsAttachBody }, LabelsRecords>
  /** Detach a label from a suggestion */
  '/labels/detach': Operation<{ query?: RecordQuery; body: PostLabelsAttachBody }, LabelsRecords>
  /** Delete several NPS ratings */
  '/nps_ratings/bulk_delete': Operation<{ query?: RecordQuery; body: PostNpsRatingsBulkDeleteBody }, NpsRatingsRecords>
  /** Create or update external users and their accounts. All rows are imported or none. Maximum: 1000 rows. */
  '/external_users/import': Operation<{ query?: RecordQuery; body?: PostExternalUsersImportBody }, ExternalUsersRecords>
  /** Create or update external users and their accounts. All rows are imported or none. Maximum: 1000 rows. */
  '/external_users/batch': Operation<{ query?: RecordQuery; body?: PostExternalUsersImportBody }, ExternalUsersRecords>
  /** Delete external users by id. Accounts without an external id are deleted with their external user. Users are not deleted. */
  '/external_users/bulk_delete': Operation<{ query?: RecordQuery; body: PostExternalUsersBulkDeleteBody }, ExternalUsersRecords>
  /** Delete external users by external id. Accounts without an external id are deleted with their external user. Users are not deleted. */
  '/external_users/bulk_delete_by_external_id': Operation<{ query?: RecordQuery; body: PostExternalUsersBulkDeleteByExternalIdBody }, ExternalUsersRecords>
  /** Create or update external accounts. All rows are imported or none. Maximum: 1000 rows. */
  '/external_accounts/import': Operation<{ query?: RecordQuery; body?: PostExternalAccountsImportBody }, ExternalAccountsRecords>
  /** Create or update external accounts. All rows are imported or none. Maximum: 1000 rows. */
  '/external_accounts/batch': Operation<{ query?: RecordQuery; body?: PostExternalAccountsImportBody }, ExternalAccountsRecords>
  /** Delete external accounts by id. Their external users remain, without an account. */
  '/external_accounts/bulk_delete': Operation<{ query?: RecordQuery; body: PostExternalAccountsBulkDeleteBody }, ExternalAccountsRecords>
  /** Delete external accounts by external id. Their external users remain, without an account. */
  '/external_accounts/bulk_delete_by_external_id': Operation<{ query?: RecordQuery; body: PostExternalAccountsBulkDeleteByExternalIdBody }, ExternalAccountsRecords>
  /** Identify people and their accounts in the background. The `Location` header contains the path of the job. */
  '/bulk_identify': Operation<{ body: PostBulkIdentifyBody }, PostBulkIdentifyAnswer>
  /** Add a user to a team */
  '/teams/assign': Operation<{ query?: RecordQuery; body: PostTeamsAssignBody }, TeamsRecords>
  /** Remove a user from a team */
  '/teams/unassign': Operation<{ query?: RecordQuery; body: PostTeamsAssignBody }, TeamsRecords>
  /** Check a single sign-on token. Says what the token says about the person, or why it is refused. Signs nobody in. */
  '/sso_keys/check': Operation<{ body: PostSsoKeysCheckBody }, PostSsoKeysCheckAnswer>
  /** Replace the secret of a webhook. The new secret is in this response only. During the overlap both sign. */
  '/webhooks/{id}/rotate_secret': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PostWebhooksByIdRotateSecretBody }, WebhooksRecords>
  /** Send a test event. Delivered like any other event. The response has the delivery, which waits. */
  '/webhooks/{id}/test': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, WebhookDeliveriesRecords>
  /** Send deliveries of a webhook again. Those of events from `from` on and before `to`, or those in `deliveries`; at most 10000. Each has the `webhook-id` that it had. Those that still wait are not repeated. */
  '/webhooks/{id}/replay': Operation<{ path: { id: Values }; body?: PostWebhooksByIdReplayBody }, PostWebhooksByIdReplayAnswer>
  /** Send a delivery again. As a new delivery with the same `webhook-id` and body. The states are waiting, delivered, failed, skipped; one that waits for its next attempt is sent now, and no new one is made. */
  '/webhook_deliveries/{id}/replay': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, WebhookDeliveriesRecords>
  /** Check an OpenID provider before it is stored. Reads its discovery document and asks for tokens with a code that does not exist, which shows whether the client is known. Nothing is stored, and nobody signs in. */
  '/oidc_providers/check': Operation<{ body: PostOidcProvidersCheckBody }, PostOidcProvidersCheckAnswer>
  /** Check a stored OpenID provider. The same, with the stored secret. It can be disabled. */
  '/oidc_providers/{id}/check': Operation<{ path: { id: Values }; body?: Record<string, never> }, PostOidcProvidersCheckAnswer>
  /** Create a link with which a person sets a new password. The way back in for a person who lost everything else. Only this response contains `url`. It works once, for 24 hours, and ends links created before. 409 for a person who is disabled or blocked. */
  '/staff/{id}/sign_in_link': Operation<{ path: { id: Values }; body?: Record<string, never> }, PostStaffByIdSignInLinkAnswer>
  /** Send a test mail to yourself. With the settings in the body, which are not stored, or with those that apply. 422 says why it failed. At most 30 per hour. */
  '/settings/mail/test': Operation<{ body?: PostSettingsMailTestBody }, PostSettingsMailTestAnswer>
  /** Create a key that signs mails. Publish its record, then activate it. Until then mails are signed as before. At most 5 keys. */
  '/settings/mail/dkim_keys': Operation<{ body?: PostSettingsMailDkimKeysBody }, GetSettingsMailDkimKeysAnswer>
  /** Check the DNS records of mails. Asks the DNS for SPF, DKIM and DMARC of the domain that mails are from, and for SPF and MX of the one that replies and bounces come to. Takes up to 15 seconds. */
  '/settings/mail/check': Operation<{ body?: Record<string, never> }, PostSettingsMailCheckAnswer>
  /** Record a test of a feedback connector. The server sends no request to the connector. */
  '/feedback_connector_configurations/{id}/test': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackConnectorConfigurationsRecords>
  /** Link a feature to a Jira issue */
  '/features/{id}/link_jira_issue': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PostFeaturesByIdLinkJiraIssueBody }, FeaturesRecords>
  /** Link a suggestion to a feature */
  '/suggestions/link_to_feature': Operation<{ query?: RecordQuery; body: PostSuggestionsLinkToFeatureBody }, SuggestionsRecords>
  /** Unlink a suggestion from a feature */
  '/suggestions/unlink_from_feature': Operation<{ query?: RecordQuery; body: PostSuggestionsLinkToFeatureBody }, SuggestionsRecords>
  /** Link a suggestion to a Jira issue */
  '/suggestions/{id}/link_jira_issue': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PostFeaturesByIdLinkJiraIssueBody }, SuggestionsRecords>
  /** Link a suggestion to an Azure DevOps work item */
  '/suggestions/{id}/link_vsts': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PostFeaturesByIdLinkJiraIssueBody }, SuggestionsRecords>
  /** Load demonstration data in the background. Only into an account without suggestions and external users. Loads nothing when demonstration data is loading or loaded. */
  '/demo_data': Operation<object, GetDemoDataAnswer>
}

export interface PutOperations {
  /** Export the personal data of a user. Contains the records about the user that the caller may read. */
  '/users/{id}/export': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, UsersRecords>
  /** Update a user. A new e-mail address is not confirmed. 422 when another user has it. `status_notifications` and `comment_notifications` switch the mails of the person on or off. */
  '/users/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutUsersByIdBody }, UsersRecords>
  /** Block a user. With `hide_content` everything of theirs is hidden: suggestions and comments become spam, and votes do not count. The first 500 at once, the rest by a background job. Unblocking restores it. */
  '/users/{id}/block': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutUsersByIdBlockBody }, UsersRecords>
  /** Unblock a user. What blocking has hidden is restored as it was, except what somebody moderated since. */
  '/users/{id}/unblock': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, UsersRecords>
  /** Mail a user again whose address was suppressed. Mails to the address did not arrive, so it got no mailings (`email_suppressed_at`). What failed before does not count any more. */
  '/users/{id}/mail_again': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, UsersRecords>
  /** Update the account */
  '/subdomains/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutSubdomainsByIdBody }, SubdomainsRecords>
  /** Set translations for a language. In JSON, null or an empty string removes a translation. */
  '/translatable_strings/{locale}': Operation<{ path: { locale: Values }; body?: PutTranslatableStringsByLocaleBody }, GetTranslatableStringsAnswer>
  /** Update a suggestion */
  '/suggestions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutSuggestionsByIdBody }, SuggestionsRecords>
  /** Update a forum */
  '/forums/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutForumsByIdBody }, ForumsRecords>
  /** Update an external account. An extension, which also changes the `external_id`. 422 when another account has it. */
  '/external_accounts/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutExternalAccountsByIdBody }, ExternalAccountsRecords>
  /** Update a category */
  '/categories/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutCategoriesByIdBody }, CategoriesRecords>
  /** Update a label */
  '/labels/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutLabelsByIdBody }, LabelsRecords>
  /** Update a status. A change of `is_open` closes or reopens all its suggestions. */
  '/statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutStatusesByIdBody }, StatusesRecords>
  /** Update a status update */
  '/status_updates/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body: PutStatusUpdatesByIdBody }, StatusUpdatesRecords>
  /** Update an announcement. In any state. The lists of links are replaced as a whole. */
  '/announcements/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutAnnouncementsByIdBody }, AnnouncementsRecords>
  /** Update a note */
  '/notes/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body: PutNotesByIdBody }, NotesRecords>
  /** Update a comment */
  '/comments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutCommentsByIdBody }, CommentsRecords>
  /** Update a team */
  '/teams/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutTeamsByIdBody }, TeamsRecords>
  /** Update a custom field. Existing values move to a new key. */
  '/custom_fields/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutCustomFieldsByIdBody }, CustomFieldsRecords>
  /** Update a feature */
  '/features/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutFeaturesByIdBody }, FeaturesRecords>
  /** Update a feature status */
  '/feature_statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutFeatureStatusesByIdBody }, FeatureStatusesRecords>
  /** Update a product area */
  '/product_areas/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutProductAreasByIdBody }, ProductAreasRecords>
  /** Update a feedback record */
  '/feedback_records/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutFeedbackRecordsByIdBody }, FeedbackRecordsRecords>
  /** Update a feedback record (alias of /feedback_records) */
  '/requests/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutFeedbackRecordsByIdBody }, RequestsRecords>
  /** Update a feedback record (alias of /feedback_records) */
  '/feedback/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutFeedbackRecordsByIdBody }, FeedbackRecords>
  /** Update an internal status */
  '/internal_statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutInternalStatusesByIdBody }, InternalStatusesRecords>
  /** Update an internal status update */
  '/internal_status_updates/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutInternalStatusUpdatesByIdBody }, InternalStatusUpdatesRecords>
  /** Update a saved reply */
  '/saved_replies/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutSavedRepliesByIdBody }, SavedRepliesRecords>
  /** Update a segment */
  '/segments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutSegmentsByIdBody }, SegmentsRecords>
  /** Update a segmented value */
  '/segmented_values/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutSegmentedValuesByIdBody }, SegmentedValuesRecords>
  /** Update a segmented value (alias of /segmented_values) */
  '/filtered_columns/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutSegmentedValuesByIdBody }, FilteredColumnsRecords>
  /** Update a permission */
  '/permissions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutPermissionsByIdBody }, PermissionsRecords>
  /** Update a view */
  '/views/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutViewsByIdBody }, ViewsRecords>
  /** Update a theme set. `themes` replaces all themes of the set. */
  '/theme_sets/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutThemeSetsByIdBody }, ThemeSetsRecords>
  /** Update an impact report */
  '/impact_reports/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutImpactReportsByIdBody }, ImpactReportsRecords>
  /** Update a feedback connector configuration */
  '/feedback_connector_configurations/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutFeedbackConnectorConfigurationsByIdBody }, FeedbackConnectorConfigurationsRecords>
  /** Map the names of a source. What is sent replaces the whole mapping: `{"mapping": {"statuses": {"In review": "Planned", "Old": null, "Later": {"create": "Some day"}}}}`. What is not named becomes the one of the same name, or the only one that differs in case, spaces and punctuation alone, or is created. Later runs use it too. What was brought stays as it is: undo the move to map it in another way. */
  '/moves/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body: PutMovesByIdBody }, MovesRecords>
  /** Update an API client. Tokens that exist are limited too. */
  '/api_clients/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutApiClientsByIdBody }, ApiClientsRecords>
  /** Update an OpenID provider. Members that are absent stay. Sessions that it began end when their people cannot sign in with it any more; those of the caller stay. */
  '/oidc_providers/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutOidcProvidersByIdBody }, OidcProvidersRecords>
  /** Update a webhook. A disabled one sends nothing from then on: what waits becomes `skipped`. The lists of links are replaced as a whole, and an empty one is no limit. */
  '/webhooks/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutWebhooksByIdBody }, WebhooksRecords>
  /** Reject a suggested merge */
  '/suggested_merges/{id}/reject': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestedMergesRecords>
  /** Cancel a bulk action. It stops after the current batch. What is done can be undone. */
  '/bulk_actions/{id}/cancel': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, BulkActionsRecords>
  /** Undo a bulk action. Possible until `undo_until`. Suggestions that were changed since are left alone and listed in `errors`. */
  '/bulk_actions/{id}/undo': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, BulkActionsRecords>
  /** Approve a suggestion */
  '/suggestions/{id}/approve': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Publish a suggestion */
  '/suggestions/{id}/publish': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Mark a suggestion as spam */
  '/suggestions/{id}/spam': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Soft-delete a suggestion */
  '/suggestions/{id}/delete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Restore a deleted or spam suggestion */
  '/suggestions/{id}/restore': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Restore a deleted or spam suggestion. Alias of restore. */
  '/suggestions/{id}/unremove': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Set the list priority of suggestions. The order of the ids is the order of `sort=list_priority`. */
  '/suggestions/list_priority': Operation<{ query?: RecordQuery; body?: PutSuggestionsListPriorityBody }, SuggestionsRecords>
  /** Assign an owner to a suggestion. Send null to remove the owner. */
  '/suggestions/{id}/assign_owner': Operation<{ path: { id: Values }; query?: RecordQuery; body: PutSuggestionsByIdAssignOwnerBody }, SuggestionsRecords>
  /** Convert a suggestion to a ticket. The suggestion is soft-deleted. */
  '/suggestions/{id}/convert_to_ticket': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Undo an import. Possible until `undo_until`, 24 hours after the import. Created records are deleted unless others refer to them. Changed ones get their old values back where they still have those of the import. It runs in the background: `undone_rows` shows the progress, and `undone_at` the end. */
  '/imports/{id}/undo': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ImportsRecords>
  /** Set the order of categories. The order of the ids is the order of `sort=position`. */
  '/categories/positions': Operation<{ query?: RecordQuery; body: PutCategoriesPositionsBody }, CategoriesRecords>
  /** Approve a comment */
  '/comments/{id}/approve': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CommentsRecords>
  /** Mark a comment as spam */
  '/comments/{id}/spam': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CommentsRecords>
  /** Soft-delete a comment */
  '/comments/{id}/delete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CommentsRecords>
  /** Restore a deleted or spam comment */
  '/comments/{id}/restore': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CommentsRecords>
  /** Restore a deleted or spam comment. Alias of restore. */
  '/comments/{id}/unremove': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CommentsRecords>
  /** Dismiss the reports of a suggestion or comment. All open reports of the same suggestion or comment. Where reports hid it, it is shown again. */
  '/content_reports/{id}/dismiss': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ContentReportsRecords>
  /** Uphold the reports of a suggestion or comment. All open reports of the same suggestion or comment. It gets the given state; without one it becomes spam when the report says so, and is soft-deleted otherwise. */
  '/content_reports/{id}/uphold': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutContentReportsByIdUpholdBody }, ContentReportsRecords>
  /** Approve a guest contribution. Makes the suggestion, comment or vote, and a user whose address is not confirmed where there is none. `record_id` is the id of what it made. */
  '/guest_contributions/{id}/approve': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, GuestContributionsRecords>
  /** Mark a guest contribution as spam. Confirming the address does not publish it. It is deleted when it expires. */
  '/guest_contributions/{id}/spam': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, GuestContributionsRecords>
  /** Soft-delete a guest contribution. Confirming the address does not publish it. It is deleted when it expires. */
  '/guest_contributions/{id}/delete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, GuestContributionsRecords>
  /** Restore a deleted or spam guest contribution */
  '/guest_contributions/{id}/restore': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, GuestContributionsRecords>
  /** Clear an internal flag */
  '/internal_flags/{id}/clear': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, InternalFlagsRecords>
  /** Schedule an announcement. It is published within a minute after `publish_at`, or as soon as the service runs again. */
  '/announcements/{id}/schedule': Operation<{ path: { id: Values }; query?: RecordQuery; body: PutAnnouncementsByIdScheduleBody }, AnnouncementsRecords>
  /** Publish an announcement. At once, also if it was scheduled. `published_at` can be a time in the past, for one that was published elsewhere before. A published one stays as it is. */
  '/announcements/{id}/publish': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutAnnouncementsByIdPublishBody }, AnnouncementsRecords>
  /** Make an announcement a draft again. Also one that is scheduled. */
  '/announcements/{id}/unpublish': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, AnnouncementsRecords>
  /** Soft-delete a feedback record */
  '/feedback_records/{id}/delete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackRecordsRecords>
  /** Restore a deleted feedback record */
  '/feedback_records/{id}/undelete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackRecordsRecords>
  /** Soft-delete a feedback record (alias of /feedback_records) */
  '/requests/{id}/delete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, RequestsRecords>
  /** Restore a deleted feedback record (alias of /feedback_records) */
  '/requests/{id}/undelete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, RequestsRecords>
  /** Soft-delete a feedback record (alias of /feedback_records) */
  '/feedback/{id}/delete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackRecords>
  /** Restore a deleted feedback record (alias of /feedback_records) */
  '/feedback/{id}/undelete': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackRecords>
  /** Set the order of statuses. The order of the ids is the order of `sort=position`. */
  '/statuses/positions': Operation<{ query?: RecordQuery; body: PutCategoriesPositionsBody }, StatusesRecords>
  /** Set the order of feature statuses. The order of the ids is the order of `sort=position`. */
  '/feature_statuses/positions': Operation<{ query?: RecordQuery; body: PutCategoriesPositionsBody }, FeatureStatusesRecords>
  /** Create a new invitation code. No e-mail is sent; the response contains the code. */
  '/permissions/{id}/resend': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, PermissionsRecords>
  /** Replace the secret of an API client. The new secret is in this response only. Tokens stay valid. A public client gets a secret, and is public no longer. */
  '/api_clients/{id}/rotate': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutApiClientsByIdRotateBody }, ApiClientsRecords>
  /** Set the language of the caller. Mails to this person are in it. The list is empty for a request with a token. */
  '/sessions/current': Operation<{ query?: RecordQuery; body: PutSessionsCurrentBody }, SessionsRecords>
  /** Change the role of a person, or whether they can sign in. The sessions and tokens of the person end. The account keeps an owner who can sign in: 409 for the last one. */
  '/staff/{id}': Operation<{ path: { id: Values }; body?: PutStaffByIdBody }, GetStaffAnswer>
  /** Run a background job again soon. It has all its attempts again. 409 while it runs. */
  '/jobs/{id}/retry': Operation<{ path: { id: Values }; body?: Record<string, never> }, GetJobsAnswer>
  /** Run all failed background jobs again soon. At most 10,000. Each has all its attempts again. */
  '/jobs/retry': Operation<{ body?: Record<string, never> }, PutJobsRetryAnswer>
  /** Set which mails the caller gets. Members that are absent stay. A digest begins with what happens from now on. */
  '/notification_settings': Operation<{ body?: PutNotificationSettingsBody }, GetNotificationSettingsAnswer>
  /** Change settings of the installation. Members that are absent stay. Every process applies them at once, without a restart. 409 for one that an environment variable decides. Tokens with scopes are refused, because settings decide who can sign in. */
  '/settings': Operation<{ body?: PutSettingsBody }, GetSettingsAnswer>
  /** Try out settings of the portal. Nothing is changed. For an hour, pages with `preview=light` or `preview=dark` in their address show the portal to you as it would be, and nobody else; `/admin/mail-preview` shows mails with it (`kind`, `language`, `theme`). Settings that are absent stay. */
  '/settings/portal_preview': Operation<{ body?: PutSettingsPortalPreviewBody }, PutSettingsPortalPreviewAnswer>
  /** Sign mails with a key. 409 when the DNS does not have its record, unless `force` is true. The key that signed before is retired: leave its record for a week, because mails on their way are verified with it. */
  '/settings/mail/dkim_keys/{dkim_key}/activate': Operation<{ path: { dkim_key: Values }; body?: PutSettingsMailDkimKeysByDkimKeyActivateBody }, GetSettingsMailDkimKeysAnswer>
  /** Send an invitation again. Only this response contains the new `url`. Earlier links end, and 7 days begin again. 409 for one that was accepted. */
  '/invitations/{id}/resend': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, InvitationsRecords>
  /** Share a view with all users */
  '/views/{id}/share': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ViewsRecords>
  /** Say that you have a record open. Say it again every 20 seconds; after a minute it is forgotten. `users` has everybody who has the record open, you among them. When that changes, those who have it open get `event: presence` from `GET /events`, with the same data. Nothing is stored. An API client that acts for the account has no records open: it gets no users. */
  '/presence': Operation<{ body: PutPresenceBody }, PutPresenceAnswer>
  /** Move a feature on the board. Places it in a status before another feature, or last without `before`, and in a product area if one is given. The order is that of `sort=position`. */
  '/features/{id}/move': Operation<{ path: { id: Values }; query?: RecordQuery; body?: PutFeaturesByIdMoveBody }, FeaturesRecords>
  /** Undo a recent change. Possible until `undo_until`, unless `undo_problem` says otherwise. Answers 409 when somebody changed the same members since; then nothing is undone. Bulk actions and imports are undone in the background, record by record. */
  '/recent_changes/{id}/undo': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, RecentChangesRecords>
  /** Require a second factor of a role. People of this role without a second factor can only set one up until they do, also in the sessions that they have. */
  '/roles/{name}': Operation<{ path: { name: Values }; body: PutRolesByNameBody }, PutRolesByNameAnswer>
}

export interface DeleteOperations {
  /** Erase a user. The content that the user wrote remains, without an author. */
  '/users/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, UsersRecords>
  /** Delete all translations for a language. The response contains the deleted translations. */
  '/translatable_strings/{locale}': Operation<{ path: { locale: Values } }, GetTranslatableStringsAnswer>
  /** Soft-delete a suggestion. Alias of delete. */
  '/suggestions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SuggestionsRecords>
  /** Delete an empty forum. Also deletes its categories and invitations. 409 while it has suggestions, also deleted ones, or is the default. */
  '/forums/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ForumsRecords>
  /** Delete an attachment */
  '/attachments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, AttachmentsRecords>
  /** Delete a category. Its suggestions remain, without a category. */
  '/categories/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CategoriesRecords>
  /** Delete a label. It is removed from all its suggestions. */
  '/labels/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, LabelsRecords>
  /** Delete a status. Its suggestions remain, open and without a status. */
  '/statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, StatusesRecords>
  /** Delete a status update. The suggestion keeps its status. */
  '/status_updates/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, StatusUpdatesRecords>
  /** Delete an announcement */
  '/announcements/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, AnnouncementsRecords>
  /** Delete a note and its replies */
  '/notes/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, NotesRecords>
  /** Soft-delete a comment. Alias of delete. */
  '/comments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CommentsRecords>
  /** Delete a supporter */
  '/supporters/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SupportersRecords>
  /** Delete an NPS rating. The previous rating of the user counts again. */
  '/nps_ratings/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, NpsRatingsRecords>
  /** Delete a team. The users of the team are not deleted. */
  '/teams/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, TeamsRecords>
  /** Delete a custom field and all its values */
  '/custom_fields/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, CustomFieldsRecords>
  /** Delete a feature. It is removed from all its suggestions. */
  '/features/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeaturesRecords>
  /** Delete a feature status */
  '/feature_statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeatureStatusesRecords>
  /** Delete a product area */
  '/product_areas/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ProductAreasRecords>
  /** Soft-delete a feedback record */
  '/feedback_records/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackRecordsRecords>
  /** Soft-delete a feedback record (alias of /feedback_records) */
  '/requests/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, RequestsRecords>
  /** Soft-delete a feedback record (alias of /feedback_records) */
  '/feedback/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackRecords>
  /** Delete an internal status */
  '/internal_statuses/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, InternalStatusesRecords>
  /** Delete a saved reply */
  '/saved_replies/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SavedRepliesRecords>
  /** Delete a segment and its values */
  '/segments/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SegmentsRecords>
  /** Delete a segmented value */
  '/segmented_values/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SegmentedValuesRecords>
  /** Delete a segmented value (alias of /segmented_values) */
  '/filtered_columns/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FilteredColumnsRecords>
  /** Delete a permission. The permission of the last owner cannot be deleted. The sessions of the person end. */
  '/permissions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, PermissionsRecords>
  /** Delete a forum invitation */
  '/forum_invitations/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ForumInvitationsRecords>
  /** Delete a view */
  '/views/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ViewsRecords>
  /** Delete an impact report */
  '/impact_reports/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ImpactReportsRecords>
  /** Delete a feedback connector configuration */
  '/feedback_connector_configurations/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, FeedbackConnectorConfigurationsRecords>
  /** Delete a move. Only one that brought nothing, or is undone. */
  '/moves/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, MovesRecords>
  /** Revoke an API client. Its tokens stop at once, for good. The client stays in the list. */
  '/api_clients/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, ApiClientsRecords>
  /** End a session. Owners can end every session, others their own. */
  '/sessions/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SessionsRecords>
  /** Revoke an SSO key. Sessions that it began end at once. The key stays in the list. */
  '/sso_keys/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, SsoKeysRecords>
  /** Delete an OpenID provider. Sessions that it began end; those of the caller stay. Which account belongs to whom is not forgotten. */
  '/oidc_providers/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, OidcProvidersRecords>
  /** Revoke an invitation. Its link does not work any more. A role that was accepted stays. */
  '/invitations/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, InvitationsRecords>
  /** Delete a webhook. With its deliveries. */
  '/webhooks/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, WebhooksRecords>
  /** Discard a trial. It is also discarded when the account is brought or mapped in another way. */
  '/moves/{id}/trial': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, MovesRecords>
  /** Delete the copy of the account that a move read. With uploaded files. What the move brought stays. A later run reads everything again. */
  '/moves/{id}/folder': Operation<{ path: { id: Values }; query?: RecordQuery; body?: Record<string, never> }, MovesRecords>
  /** Delete external users by id. Accounts without an external id are deleted with their external user. Users are not deleted. */
  '/external_users/bulk_delete': Operation<{ query?: RecordQuery; body: DeleteExternalUsersBulkDeleteBody }, ExternalUsersRecords>
  /** Delete external users by external id. Accounts without an external id are deleted with their external user. Users are not deleted. */
  '/external_users/bulk_delete_by_external_id': Operation<{ query?: RecordQuery; body: DeleteExternalUsersBulkDeleteByExternalIdBody }, ExternalUsersRecords>
  /** Delete external accounts by id. Their external users remain, without an account. */
  '/external_accounts/bulk_delete': Operation<{ query?: RecordQuery; body: DeleteExternalAccountsBulkDeleteBody }, ExternalAccountsRecords>
  /** Delete external accounts by external id. Their external users remain, without an account. */
  '/external_accounts/bulk_delete_by_external_id': Operation<{ query?: RecordQuery; body: DeleteExternalAccountsBulkDeleteByExternalIdBody }, ExternalAccountsRecords>
  /** Reset the second factor of a person. Removes the authenticator app, its recovery codes and the passkeys of a person who lost them. Their sessions and tokens end. */
  '/staff/{id}/second_factor': Operation<{ path: { id: Values }; body?: Record<string, never> }, GetStaffAnswer>
  /** Revoke one application or token of a person. It stops at once, with its refresh token. The others stay. `token` is an id of the list, which the response has without it. */
  '/staff/{id}/tokens': Operation<{ path: { id: Values }; body: DeleteStaffByIdTokensBody }, GetStaffByIdTokensAnswer>
  /** Delete a failed background job. With the mail that it would have sent, which counts as failed. 409 for a job that has not failed, and for one whose record would stay unfinished. */
  '/jobs/{id}': Operation<{ path: { id: Values }; body?: Record<string, never> }, GetJobsAnswer>
  /** Remove a key that signs mails. Without an active key mails are not signed. */
  '/settings/mail/dkim_keys/{dkim_key}': Operation<{ path: { dkim_key: Values }; body?: Record<string, never> }, GetSettingsMailDkimKeysAnswer>
  /** Unlink a feature from one or all Jira issues */
  '/features/unlink_jira_issue/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: DeleteFeaturesUnlinkJiraIssueByIdBody }, FeaturesRecords>
  /** Unlink a suggestion from one or all Jira issues */
  '/suggestions/unlink_jira_issue/{id}': Operation<{ path: { id: Values }; query?: RecordQuery; body?: DeleteSuggestionsUnlinkJiraIssueByIdBody }, SuggestionsRecords>
  /** Remove the demonstration data in the background. Demo suggestions are removed with all that was added to them. Other demo records stay where records of your own refer to them. */
  '/demo_data': Operation<object, GetDemoDataAnswer>
}

export interface Operations {
  GET: GetOperations
  POST: PostOperations
  PUT: PutOperations
  DELETE: DeleteOperations
}

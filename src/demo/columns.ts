// The columns that the sample data fills; the others use their defaults.

const times = { created_at: 'time', updated_at: 'time' } as const

export const USERS = {
  id: 'bigint',
  name: 'text',
  email_address: 'text',
  email_confirmed: 'boolean',
  job_title: 'text',
  last_ip: 'text',
  last_login: 'time',
  country: 'text',
  region: 'text',
  city: 'text',
  satisfaction_score: 'integer',
  allowed_state: 'text',
  is_admin: 'boolean',
  status_notifications: 'boolean',
  comment_notifications: 'boolean',
  current_nps_rating_id: 'bigint',
  previous_nps_rating_id: 'bigint',
  created_at: 'time',
} as const

export const USER_FIGURES = {
  id: 'bigint',
  supported_suggestions_count: 'integer',
  updated_at: 'time',
} as const

export const NPS_RATINGS = {
  id: 'bigint',
  rating: 'integer',
  previous_rating: 'integer',
  body: 'text',
  prompt: 'text',
  user_id: 'bigint',
  ...times,
} as const

export const EXTERNAL_ACCOUNTS = {
  id: 'bigint',
  external_id: 'text',
  name: 'text',
  plan: 'text',
  mrr: 'hundredths',
  ltv: 'hundredths',
  external_created_at: 'time',
  custom_fields: 'json',
  created_at: 'time',
} as const

export const EXTERNAL_ACCOUNT_FIGURES = {
  id: 'bigint',
  nps_raters_count: 'integer',
  nps_promoters_count: 'integer',
  nps_detractors_count: 'integer',
  users_count: 'integer',
  requests_count: 'integer',
  supported_ideas_count: 'integer',
  last_active_at: 'time',
  updated_at: 'time',
} as const

export const EXTERNAL_USERS = {
  id: 'bigint',
  external_id: 'text',
  email: 'text',
  name: 'text',
  type: 'text',
  ip: 'text',
  external_created_at: 'time',
  last_seen_at: 'time',
  seen_days: 'integer',
  custom_fields: 'json',
  user_id: 'bigint',
  external_account_id: 'bigint',
  ...times,
} as const

export const CUSTOM_VALUES = {
  collection: 'text',
  record_id: 'bigint',
  field_id: 'bigint',
  number_value: 'double',
  string_value: 'text',
} as const

export const TICKETS = {
  id: 'bigint',
  ticket_number: 'bigint',
  subject: 'text',
  state: 'text',
  assignee_id: 'bigint',
  contact_id: 'bigint',
  created_by_id: 'bigint',
  ...times,
} as const

export const SUGGESTIONS = {
  id: 'bigint',
  title: 'text',
  body: 'text',
  body_mime_type: 'text',
  state: 'text',
  channel: 'text',
  approved_at: 'time',
  closed_at: 'time',
  creator_user_agent: 'text',
  creator_referrer: 'text',
  creator_browser: 'text',
  creator_browser_version: 'text',
  creator_os: 'text',
  creator_mobile: 'boolean',
  unmergeable: 'boolean',
  forum_id: 'bigint',
  category_id: 'bigint',
  status_id: 'bigint',
  parent_suggestion_id: 'bigint',
  ticket_id: 'bigint',
  last_status_update_id: 'bigint',
  last_internal_status_update_id: 'bigint',
  created_by_id: 'bigint',
  captured_by_id: 'bigint',
  created_at: 'time',
} as const

export const SUGGESTION_FIGURES = {
  id: 'bigint',
  first_support_at: 'time',
  last_support_at: 'time',
  last_engagement_at: 'time',
  inappropriate_flags_count: 'integer',
  comments_count: 'integer',
  notes_count: 'integer',
  requests_count: 'integer',
  votes_count: 'integer',
  supporters_count: 'integer',
  supporting_accounts_count: 'integer',
  account_supporters_count: 'integer',
  supporter_revenue: 'hundredths',
  satisfaction_total: 'integer',
  satisfaction_detractor_count: 'integer',
  satisfaction_neutral_count: 'integer',
  satisfaction_promoter_count: 'integer',
  recent_engagement: 'integer',
  updated_at: 'time',
} as const

export const SUGGESTION_LABELS = { suggestion_id: 'bigint', label_id: 'bigint' } as const

export const SUGGESTION_ACCOUNTS = {
  suggestion_id: 'bigint',
  external_account_id: 'bigint',
  supporters_count: 'integer',
} as const

export const STATUS_UPDATES = {
  id: 'bigint',
  body: 'text',
  html_body: 'text',
  supporters_notified: 'boolean',
  mail_sent_count: 'integer',
  mail_opened_count: 'integer',
  mail_clicked_count: 'integer',
  suggestion_id: 'bigint',
  forum_id: 'bigint',
  user_id: 'bigint',
  new_status_id: 'bigint',
  old_status_id: 'bigint',
  ...times,
} as const

export const INTERNAL_STATUS_UPDATES = {
  id: 'bigint',
  suggestion_id: 'bigint',
  created_by_id: 'bigint',
  new_internal_status_id: 'bigint',
  ...times,
} as const

export const SUGGESTION_FEATURES = { suggestion_id: 'bigint', feature_id: 'bigint' } as const

export const FEEDBACK_RECORDS = {
  body: 'text',
  channel: 'text',
  severity: 'integer',
  suggestion_id: 'bigint',
  user_id: 'bigint',
  created_by_id: 'bigint',
  ...times,
} as const

export const SUPPORTERS = {
  how: 'text',
  channel: 'text',
  is_subscribed: 'boolean',
  comments_count: 'integer',
  requests_count: 'integer',
  votes_count: 'integer',
  suggestion_id: 'bigint',
  user_id: 'bigint',
  created_by_id: 'bigint',
  ...times,
} as const

export const COMMENTS = {
  body: 'text',
  state: 'text',
  channel: 'text',
  is_admin_comment: 'boolean',
  inappropriate_flags_count: 'integer',
  suggestion_id: 'bigint',
  created_by_id: 'bigint',
  ...times,
} as const

export const NOTES = {
  body: 'text',
  suggestion_id: 'bigint',
  created_by_id: 'bigint',
  ...times,
} as const

// Whose contributions wait for a moderator.
export const MODERATION_TIERS = ['nobody', 'first_timers', 'guests', 'everyone'] as const
export type ModerationTier = (typeof MODERATION_TIERS)[number]

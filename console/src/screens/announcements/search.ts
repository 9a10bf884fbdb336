// The state of the list of announcements in its address.
export type AnnouncementsSearch = { state?: string; sort?: string; columns?: string }

const NAMES = ['state', 'sort', 'columns']

export const parseAnnouncementsSearch = (search: Record<string, unknown>): AnnouncementsSearch =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => NAMES.includes(name) && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

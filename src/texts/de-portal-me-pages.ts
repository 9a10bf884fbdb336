export const GERMAN_ME_PAGES: Record<string, string> = {}

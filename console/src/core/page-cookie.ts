// What people chose here, for the pages that the service renders: the profile and the sign-in.
const YEAR_SECONDS = 31_536_000

/** An empty value forgets it. */
export function rememberForPages(name: 'earshot_locale' | 'earshot_theme', value: string): void {
  const age = value === '' ? 0 : YEAR_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is asynchronous and not everywhere
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`
}

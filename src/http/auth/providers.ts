// Which OpenID providers people can sign in with.
import { type Audience, isAvailableTo } from '../../auth/sign-in/oidc-settings.ts'
import type { Provider } from '../../auth/sign-in/provider.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { PROVIDER_PATHS } from './pages/oidc.ts'

export function findProvider({ providers }: Context, slug: string, who: Audience): Provider {
  const provider = providers.find(
    ({ settings }) => settings.slug === slug && isAvailableTo(settings, who),
  )
  if (!provider) throw new ApiError('not_found', 'No such provider.')
  return provider
}

/** The providers that people of this kind can sign in with. A form that is sent to `path` begins. */
export const listSignInProviders = (
  { providers }: Pick<Context, 'providers'>,
  who: Audience,
): { name: string; slug: string; path: string }[] =>
  providers.flatMap(({ settings }) => {
    const { name, slug } = settings
    return isAvailableTo(settings, who)
      ? [{ name, slug, path: `${PROVIDER_PATHS[who]}/${slug}` }]
      : []
  })

// The state of the feature screen in its address.
export type FeaturesSearch = {
  /** The board unless it is `list`. */
  view?: string
  /** The board in lanes, or the list in sections, when it is `product_area`. */
  group?: string
  /** The id of a product area, or `none`. */
  product_area?: string
  /** The column of a narrow board: the id of a status, or `none`. */
  feature_status?: string
  sort?: string
  columns?: string
  open?: string
  tab?: string
}

const NAMES = ['view', 'group', 'product_area', 'feature_status', 'sort', 'columns', 'open', 'tab']

export const parseFeaturesSearch = (search: Record<string, unknown>): FeaturesSearch =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => NAMES.includes(name) && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

type Place = { feature_status: number | null; product_area: number | null }

/** The list of the API that a feature is in: that of the screen, or its column on the board. */
export function listOf(search: FeaturesSearch, feature: Place): Record<string, string> {
  const { view, group, product_area, sort = '-supporter_revenue' } = search
  const area = product_area ?? (group && String(feature.product_area ?? 'none'))
  const isList = view === 'list'
  return {
    sort: isList ? sort : 'position',
    ...(area && filterBy('product_area', area)),
    ...(!isList && filterBy('feature_status', String(feature.feature_status ?? 'none'))),
  }
}

const filterBy = (name: string, id: string): Record<string, string> =>
  id === 'none' ? { [`${name}_none`]: 'true' } : { [name]: id }

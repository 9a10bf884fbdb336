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

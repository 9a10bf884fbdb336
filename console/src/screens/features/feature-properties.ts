// The properties of a feature that can be edited: where each is read, how it is written, how it reads in a message.
import type { CustomField, Feature } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { type FeatureChanges, type LoadedFeature, updateFeature } from '../../api/features.ts'
import { customFieldsOf, featureStatusesQuery, productAreasQuery } from '../../api/options.ts'
import { type FormattedText, mimeTypeOf } from '../../api/suggestion-writes.ts'
import type { Option } from '../../components/fields.tsx'
import { type CustomValue, showCustomValue } from '../../components/record/custom-field.tsx'
import type { AnyProperty, Property } from '../../components/record/property.ts'
import { t } from '../../core/i18n.ts'

type Of<V> = Property<LoadedFeature, V>

/** An association that is one of a few records. */
export type LinkProperty = { property: Of<number | null>; options: Option[] }

export type FeatureProperties = {
  name: Of<string>
  description: Of<FormattedText>
  links: LinkProperty[]
  custom: { field: CustomField; property: Of<CustomValue> }[]
  all: AnyProperty<LoadedFeature>[]
}

const withFeature = (data: LoadedFeature, change: Partial<Feature>): LoadedFeature => ({
  ...data,
  feature: { ...data.feature, ...change } as Feature,
})

/** In a picker, where an id of nothing is needed. */
export const NONE = 'none'

export function useFeatureProperties(id: number): FeatureProperties {
  const { data: fields = [] } = useQuery(customFieldsOf('features'))
  const { data: statuses = [] } = useQuery(featureStatusesQuery)
  const { data: areas = [] } = useQuery(productAreasQuery)
  const put = (body: FeatureChanges, etag: string) => updateFeature(id, body, etag)
  const name: Of<string> = {
    id: 'name',
    label: t('features.name'),
    read: ({ feature }) => feature.name,
    apply: (data, value) => withFeature(data, { name: value }),
    send: (value, etag) => put({ name: value }, etag),
    show: (value) => value,
  }
  const description: Of<FormattedText> = {
    id: 'description',
    label: t('features.description'),
    read: ({ feature }) => ({
      body: feature.description ?? '',
      body_mime_type: feature.description ? feature.description_mime_type : '',
    }),
    apply: (data, { body, body_mime_type }) =>
      withFeature(data, { description: body, description_mime_type: body_mime_type }),
    send: (text, etag) =>
      put({ description: text.body || null, description_mime_type: mimeTypeOf(text) }, etag),
    show: ({ body }) => body,
  }
  const link = (
    member: 'feature_status' | 'product_area',
    label: string,
    none: string,
    records: { id: number; name: string; hex_color?: string }[],
  ): LinkProperty => {
    const options: Option[] = [
      ...records.map((one) => ({
        id: String(one.id),
        label: one.name,
        ...(one.hex_color !== undefined && { color: one.hex_color }),
      })),
      { id: NONE, label: none },
    ]
    return {
      options,
      property: {
        id: member,
        label,
        read: ({ feature }) => feature.links[member],
        apply: (data, value) =>
          withFeature(data, { links: { ...data.feature.links, [member]: value } }),
        send: (value, etag) => put({ links: { [member]: value } }, etag),
        show: (value) => options.find((one) => one.id === String(value ?? NONE))?.label ?? '',
      },
    }
  }
  const links = [
    link('feature_status', t('features.status'), t('features.no_status'), statuses),
    link('product_area', t('features.area'), t('features.no_area'), areas),
  ]
  const custom = fields.map((field) => {
    const member = field.key as `cf_${string}`
    const property: Of<CustomValue> = {
      id: field.key,
      label: field.name,
      read: ({ feature }) => (feature[member] as CustomValue | undefined) ?? null,
      apply: (data, value) => withFeature(data, { [member]: value } as Partial<Feature>),
      send: (value, etag) => put({ [member]: value }, etag),
      show: showCustomValue,
    }
    return { field, property }
  })
  return {
    name,
    description,
    links,
    custom,
    all: [
      name,
      description,
      ...links.map((one) => one.property),
      ...custom.map((one) => one.property),
    ],
  }
}

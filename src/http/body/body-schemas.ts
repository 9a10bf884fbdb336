// Schemas that the bodies of several operations share.
import { type TObject, type TOptional, type TProperties, Type } from 'typebox'
import { EMAIL_PATTERN, MAX_EMAIL } from '../../core/values.ts'

/** For an operation without input. */
export const EmptyBody = Type.Object({})

/** The id of another record, or null to clear it. */
export const ClearableId = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]))
export const EmailAddress = Type.String({
  minLength: 1,
  maxLength: MAX_EMAIL,
  pattern: EMAIL_PATTERN,
  description: 'E-mail address, for example ann@example.com.',
})
export const Id = Type.Integer({ minimum: 0 })
export const Time = Type.String({ format: 'date-time' })
export const Position = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
/** The ids of records in their new order. */
export const OrderBody = Type.Object({
  ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
})
export const ClearableText = Type.Optional(
  Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]),
)
/** A text that is looked up by an index, which holds 2,704 bytes. */
export const ClearableKey = Type.Optional(
  Type.Union([
    Type.String({
      maxLength: 2_000,
      'x-max-bytes': 2_000,
      description: 'At most 2,000 bytes in UTF-8.',
    }),
    Type.Null(),
  ]),
)
export const Flag = Type.Optional(Type.Boolean())
export const optionalEnum = <T extends string>(...values: T[]) => Type.Optional(Type.Enum(values))
export const ShortText = Type.String({ maxLength: 255 })
export const LongText = Type.String({ minLength: 1, maxLength: 100_000 })
/** Of a body. Without it the body is plain text. */
export const MimeType = Type.Optional(Type.Enum(['text/plain', 'text/markdown']))
export const AttachmentTokens = Type.Optional(Type.Array(Type.String(), { maxItems: 100 }))

export const CustomValue = Type.Union([
  Type.String({ maxLength: 10_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
])
const customFields = { custom_fields: Type.Optional(Type.Record(Type.String(), CustomValue)) }
type CustomFieldMembers = Record<`cf_${string}`, TOptional<typeof CustomValue>>

/** A body with custom fields: as `cf_…` members, or in `custom_fields` with or without the prefix. */
export const withCustomFields = <P extends TProperties>(properties: P) =>
  Type.Object(
    { ...properties, ...customFields },
    { patternProperties: { '^cf_[0-9A-Za-z_]+$': CustomValue } },
  ) as unknown as TObject<P & typeof customFields & CustomFieldMembers>

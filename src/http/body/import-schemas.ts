// What the imports of external users and accounts have in common: their declaration, and the schemas of their rows.
import { type TSchema, Type } from 'typebox'
import { MAX_TEXT_LENGTH } from '../../imports/external-users.ts'
import { CustomValue, Time } from './body-schemas.ts'

const MAX_ROWS = 1000

/** What the imports of both collections have in common. */
export const importDeclaration = {
  method: 'POST',
  description: `All rows are imported or none. Maximum: ${MAX_ROWS} rows.`,
  // Enough for 1,000 rows with an account and dozens of custom fields each.
  bodyLimit: 10 * 1024 * 1024,
  answer: 'records',
  collectsProblems: true,
} as const

/** The input of `batch` is not documented; here it is an alias of `import`. */
export const IMPORT_PATHS = ['/import', '/batch']

export const clearable = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
export const ExternalId = clearable(Type.String({ maxLength: 255 }))
/** The documented limit of 128 characters is only advice. */
export const Text = clearable(Type.String({ maxLength: MAX_TEXT_LENGTH }))
export const Money = clearable(
  Type.Number({ minimum: -99_999_999_999.99, maximum: 99_999_999_999.99 }),
)
const Cents = clearable(Type.Integer({ minimum: -9_999_999_999_999, maximum: 9_999_999_999_999 }))

/** Every name that starts with `cf_`, so that an invalid key is rejected instead of ignored. */
export const customValues = { patternProperties: { '^cf_': CustomValue } }
export const custom_fields = Type.Optional(Type.Record(Type.String(), CustomValue))

export const SentAccount = Type.Object(
  {
    external_id: ExternalId,
    id: ExternalId,
    name: Text,
    plan: Text,
    mrr: Money,
    mrr_cents: Cents,
    ltv: Money,
    ltv_cents: Cents,
    external_created_at: clearable(Time),
    custom_fields,
  },
  customValues,
)

export const arrayOfRows = <T extends TSchema>(row: T) =>
  Type.Optional(Type.Array(row, { minItems: 1, maxItems: MAX_ROWS }))

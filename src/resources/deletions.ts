import { integer, type Resource, resource, text, time, words } from './resource.ts'

/** Deleted records of the other collections. A soft-deleted record still exists and is not listed here. */
export const deletionsOf = (collections: Resource[]) =>
  resource('deletions', {
    singular: 'deletion',
    extension:
      'Lists deleted records, so that a copy can be kept current without reading everything again.',
    access: { scope: 'feedback' },
    // Written beside a deletion, which has an event.
    events: null,
    logsDeletions: false,
    about: 'collection',
    fields: {
      id: integer,
      collection: text,
      record_id: integer,
      created_at: time,
      updated_at: time,
    },
    links: {},
    sorts: ['id', 'created_at', 'updated_at'],
    filters: {
      collection: words('collection = any(?)', {
        among: collections.flatMap(({ name, aliases }) => [name, ...aliases]),
        valueScopes: Object.fromEntries(
          collections.flatMap(({ name, aliases, access }) =>
            [name, ...aliases].map((one) => [one, access.scope]),
          ),
        ),
        special: Object.fromEntries(
          collections.flatMap(({ name, aliases }) =>
            aliases.map((alias) => [alias, `collection = '${name}'`]),
          ),
        ),
      }),
    },
  })

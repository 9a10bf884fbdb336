// Prints src/db/functions/resource-triggers.sql, from the declarations of the resources:
// node scripts/resource-triggers.ts > src/db/functions/resource-triggers.sql
import { allResources } from '../src/resources/index.ts'
import type { Resource } from '../src/resources/resource.ts'

type Trigger = {
  name: string
  after: 'insert' | 'update' | 'delete'
  table: string
  /** The name that the function gives to the changed rows. */
  rows: string
  when?: string
  call: string
}

const renderTrigger = ({ name, after, table, rows, when, call }: Trigger) =>
  `create trigger "${name}" after ${after} on ${table} referencing ${after === 'delete' ? 'old' : 'new'} table as ${rows}
  for each statement ${when === undefined ? '' : `when (${when}) `}execute function ${call};`

const countTriggers = (table: string): Trigger[] => {
  const shared = { table, call: 'count_records()' }
  return [
    { ...shared, name: '10_count_records_on_insert', after: 'insert', rows: 'added' },
    { ...shared, name: '10_count_records_on_delete', after: 'delete', rows: 'removed' },
  ]
}

// The deletion of a private record concerns nobody else.
const deletionTrigger = (table: string, isPrivate: boolean): Trigger => ({
  name: '30_record_deletions',
  after: 'delete',
  table,
  rows: 'removed',
  call: isPrivate ? 'record_shared_deletions()' : 'record_deletions()',
})

// Only what a write changes itself: triggers set figures and updated_at, and references to deleted records to null.
const BY_THE_WRITE_ITSELF = 'pg_trigger_depth() = 0'

// Late: what other triggers change has no event.
const eventTriggers = (table: string, kind: string, hasUpdates: boolean): Trigger[] => {
  const shared = { table, rows: 'changed', call: `record_events('${kind}')` }
  const updates: Trigger = {
    ...shared,
    name: '90_record_events_on_update',
    after: 'update',
    when: BY_THE_WRITE_ITSELF,
  }
  return [
    { ...shared, name: '90_record_events_on_insert', after: 'insert' },
    { ...shared, name: '90_record_events_on_delete', after: 'delete' },
    ...(hasUpdates ? [updates] : []),
  ]
}

function triggersOf({ name, singular, events, logsDeletions, isPrivate }: Resource): Trigger[] {
  const triggers = [
    ...countTriggers(name),
    ...(logsDeletions ? [deletionTrigger(name, isPrivate)] : []),
  ]
  if (events === null || events === 'own triggers') return triggers
  const { kind, joinTables, hasUpdates } = events
  return [
    ...triggers,
    ...eventTriggers(name, kind, hasUpdates),
    ...joinTables.flatMap((table) => eventTriggers(table, `a link of a ${singular}`, true)),
  ]
}

/** Whose new records one trigger of their own counts and announces, because these are many: count_new_supporters. */
const COUNTED_TOGETHER = ['supporters']

const isGenerated = ({ table, after }: Trigger) =>
  after !== 'insert' || !COUNTED_TOGETHER.includes(table)

export function renderResourceTriggers(): string {
  const byName = allResources.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const triggers = byName.map((resource) =>
    triggersOf(resource).filter(isGenerated).map(renderTrigger).join('\n'),
  )
  return `-- Generated from src/resources by \`npm run triggers\`. The functions are in records.sql and events.sql.\n\n${triggers.join('\n\n')}\n`
}

if (import.meta.main) process.stdout.write(renderResourceTriggers())

// Collections whose paths are published and whose records nobody has described: the records are of our own design.
import { Type } from 'typebox'
import { feedback_connector_configurations } from '../../resources/feedback_connector_configurations.ts'
import { impact_reports } from '../../resources/impact_reports.ts'
import { theme_sets } from '../../resources/theme_sets.ts'
import { updateRecord } from '../../write/records.ts'
import { createThemeSet, updateThemeSet } from '../../write/theme-sets.ts'
import { ClearableId, EmptyBody, Flag, type Operation } from '../operation.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Themes = Type.Optional(Type.Array(Name))

const report = {
  body: Type.Optional(Type.String({ maxLength: 100_000 })),
  links: Type.Optional(Type.Object({ suggestion: ClearableId })),
}

const ConnectorType = Type.String({ minLength: 1, maxLength: 64 })
// A choice of one: null, which clears or is nothing elsewhere, is a value here like any other.
const AnyJson = Type.Union([Type.Unknown()])
const connector = {
  is_enabled: Flag,
  settings: Type.Optional(Type.Record(Type.String(), AnyJson)),
}

export const unpublishedOperations = (): Operation[] => [
  ...writeOperations(theme_sets, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a theme set, with its themes by name',
      body: Type.Object({ name: Name, themes: Themes }),
      answer: 'created',
      run: (tx, { actor, input }) => createThemeSet(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Change a theme set; the themes named are then all that it has',
      body: Type.Object({ name: Type.Optional(Name), themes: Themes }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateThemeSet(tx, actor, id, input),
    }),
  ]),
  ...writeOperations(
    impact_reports,
    plainWrites(impact_reports, {
      create: Type.Object({ name: Name, ...report }),
      update: Type.Object({ name: Type.Optional(Name), ...report }),
      remove: true,
    }),
  ),
  ...writeOperations(feedback_connector_configurations, [
    ...plainWrites(feedback_connector_configurations, {
      create: Type.Object({ name: Name, connector_type: ConnectorType, ...connector }),
      update: Type.Object({
        name: Type.Optional(Name),
        connector_type: Type.Optional(ConnectorType),
        ...connector,
      }),
      remove: true,
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/test',
      summary: 'Note that a feedback connector was tested; nothing is contacted',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) =>
        updateRecord(tx, feedback_connector_configurations, actor, id, {
          last_tested_at: new Date(),
        }),
    }),
  ]),
]

// Collections whose paths are documented but not their records. The records are our own design.
import { Type } from 'typebox'
import { feedback_connector_configurations } from '../../resources/feedback_connector_configurations.ts'
import { impact_reports } from '../../resources/impact_reports.ts'
import { theme_sets } from '../../resources/theme_sets.ts'
import { updateRecord } from '../../write/core/records.ts'
import { createThemeSet, updateThemeSet } from '../../write/theme-sets.ts'
import { ClearableId, EmptyBody, Flag } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Themes = Type.Optional(Type.Array(Name))

const report = {
  body: Type.Optional(Type.String({ maxLength: 100_000 })),
  links: Type.Optional(Type.Object({ suggestion: ClearableId })),
}

const ConnectorType = Type.String({ minLength: 1, maxLength: 64 })
// A union of one, so that null is a normal value here and does not clear the member.
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
      summary: 'Create a theme set',
      description: '`themes` contains the names of its themes.',
      body: Type.Object({ name: Name, themes: Themes }),
      answer: 'created',
      run: (tx, { actor, input }) => createThemeSet(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a theme set',
      description: '`themes` replaces all themes of the set.',
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
      summary: 'Record a test of a feedback connector',
      description: 'The server sends no request to the connector.',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) =>
        updateRecord(
          tx,
          feedback_connector_configurations,
          { id, actor },
          {
            last_tested_at: new Date(),
          },
        ),
    }),
  ]),
]

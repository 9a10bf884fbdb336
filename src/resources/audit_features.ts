import { inScope, integer, one, resource, text, time } from './resource.ts'

/** The audit trail of features. */
export const audit_features = resource('audit_features', {
  singular: 'audit entry of a feature',
  access: { scope: 'settings', read: 'admin' },
  fields: {
    id: integer,
    kind: text,
    // Of the feature.
    name: inScope('feedback', text),
    created_at: time,
    updated_at: time,
  },
  links: { feature: one('features'), created_by: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
})

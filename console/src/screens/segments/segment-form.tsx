// The name and the rules of a segment, with who matches them beside.
import type { ReactNode } from 'react'
import type { Conditions, Definition } from '../../api/segments.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { RecordFrame } from '../../components/record/record.tsx'
import { Section } from '../../components/record/section.tsx'
import { t } from '../../core/i18n.ts'
import { Matches } from './matches.tsx'
import { RuleBuilder } from './rule-builder.tsx'
import { emptyGroupsOf, problemOf, rulesOf, toExpression } from './rules.ts'
import type { SegmentDraft } from './use-segment-draft.ts'
import { describeExpression } from './words.ts'

export const MAX_NAME = 128

export type SegmentFormProps = {
  title: string
  conditions: Conditions
  state: SegmentDraft
  isEditable: boolean
  submitLabel: string
  onSubmit: (definition: Definition) => Promise<unknown>
  header: ReactNode
  /** Where it exists already. */
  id?: number
  /** Below the rules. */
  children?: ReactNode
}

export function SegmentForm({
  title,
  conditions,
  state,
  isEditable,
  submitLabel,
  onSubmit,
  header,
  id,
  children,
}: SegmentFormProps) {
  const { draft, definition, isDirty, isInAddress, change, reset } = state
  const isIncomplete =
    definition.name === '' ||
    emptyGroupsOf(draft.rules) > 0 ||
    rulesOf(draft.rules).some((rule) => problemOf(conditions, rule) !== undefined)
  return (
    <RecordFrame
      label={title}
      isBeside={false}
      header={header}
      main={
        <>
          <h1 dir="auto" className="text-xl leading-snug font-semibold [overflow-wrap:anywhere]">
            {title}
          </h1>
          {isEditable ? (
            <Form
              submitLabel={submitLabel}
              onSubmit={() => onSubmit(definition)}
              {...(isDirty && { onCancel: reset })}
              isDirty={isDirty}
              isInAddress={isInAddress}
              isIncomplete={isIncomplete || !isDirty}
            >
              <TextField
                label={t('segments.name')}
                name="name"
                maxLength={MAX_NAME}
                value={draft.name}
                onChange={(name) => change({ name })}
                autoFocus={draft.name === ''}
              />
              <Section title={t('segments.rules')}>
                <RuleBuilder
                  conditions={conditions}
                  rules={draft.rules}
                  onChange={(rules) => change({ rules })}
                />
              </Section>
              {!isInAddress && (
                <p className="text-sm text-muted">{t('segments.too_long_to_share')}</p>
              )}
            </Form>
          ) : (
            <Section title={t('segments.rules')}>
              <p dir="auto" className="[overflow-wrap:anywhere]">
                {describeExpression(conditions, toExpression(draft.rules))}
              </p>
            </Section>
          )}
          {children}
        </>
      }
      side={
        <Matches conditions={conditions} rules={draft.rules} segment={isDirty ? undefined : id} />
      }
    />
  )
}

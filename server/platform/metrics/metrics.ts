import type { FastifyInstance } from 'fastify'
import { atMostEvery } from '../concurrency/timed-cache.ts'
import { countRequests } from './request-counts.ts'

// Figures for a monitoring system, in the text format of Prometheus. They count and time; they
// name routes by their pattern, and never a member, an address or what anybody wrote.

/** How often what costs a query is asked anew at most. */
const ASK_EVERY_MS = 15_000

export type Gauges = Record<string, { help: string; value: number }>

export interface MetricsSources {
  /** What costs next to nothing to know. */
  readNow(): Gauges
  /** What costs a query. */
  ask(): Promise<Gauges>
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
  const requests = countRequests()
  const askSparingly = atMostEvery(ASK_EVERY_MS, ask)
  let opened: Promise<(gauges: Gauges) => Promise<string>> | undefined

  return {
    watch(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const { method, routeOptions } = request
        const route = routeOptions.url ?? '(none)'
        requests.add(method, route, reply.statusCode, reply.elapsedTime / 1_000)
        done()
      })
    },
    count: (method, route, status, ms) => requests.add(method, route, status, ms / 1_000),
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async read() {
      opened ??= openGauges()
      const write = await opened
      const gauges = await write({ ...readNow(), ...(await askSparingly()) })
      return `${requests.read()}\n${gauges}`
    },
  }
}

/** Watching the event loop costs a little, as does its library: who never asks does not pay. */
async function openGauges(): Promise<(gauges: Gauges) => Promise<string>> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  const known = new Map<string, InstanceType<typeof Gauge>>()

  function gauge(name: string, help: string) {
    const gauge = known.get(name) ?? new Gauge({ name, help, registers: [register] })
    known.set(name, gauge)
    return gauge
  }

  return (gauges) => {
    for (const [name, { help, value }] of Object.entries(gauges)) gauge(name, help).set(value)
    return register.metrics()
  }
}

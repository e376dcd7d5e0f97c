import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import dashboard from '../deploy/grafana-dashboard.json' with { type: 'json' }
import { openTestServer, type TestServer } from '../tests/test-server.ts'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

let server: TestServer
let told: Set<string>

beforeAll(async () => {
  server = await openTestServer()
  // The pictures are counted beside, and asked for once in fifteen seconds at most.
  await server.call('GET', '/health')
  await vi.waitFor(() => expect(server.services.imageBytes()).not.toBeNull())
  told = namesOf((await server.call('GET', '/metrics')).body)
})
afterAll(() => server.close())

/** `up` is what Prometheus itself says of whom it asks. */
const OF_PROMETHEUS = new Set(['up'])
const METRIC = /\b(?:snug|nodejs|process)_[a-z\d_]+|\bup(?=[{])/g
const namesOf = (text: string) => new Set(text.match(METRIC))
const unknownIn = (expression: string) =>
  [...namesOf(expression)].filter((name) => !told.has(name) && !OF_PROMETHEUS.has(name))

describe('what monitoring is given', () => {
  const { groups } = parse(readFileSync('deploy/prometheus-alerts.yml', 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)

  it.each(rules)('alerts by what the server tells: $alert', ({ expr, labels, annotations }) => {
    expect(namesOf(expr).size).toBeGreaterThan(0)
    expect(unknownIn(expr)).toEqual([])
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    expect(annotations.action).not.toBe('')
  })

  it.each(dashboard.panels)('draws what the server tells: $title', ({ targets, gridPos }) => {
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([])
    expect(targets.every(({ expr }) => namesOf(expr).size > 0)).toBe(true)
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  })

  it('draws everything that is told of the community, its mail, its room and its backups', () => {
    const drawn = namesOf(JSON.stringify(dashboard))
    const ours = [...told].filter((name) => /^snug_(?!http)/.test(name))
    expect(ours.length).toBeGreaterThan(12)
    expect(ours.filter((name) => !drawn.has(name))).toEqual([])
  })
})

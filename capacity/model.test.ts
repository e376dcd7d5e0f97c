import { expect, it } from 'vitest'
import { ASSUMED } from './assumptions.ts'
import { costOf, deploymentFor } from './deployment.ts'
import { LIMITS, membersAt } from './limits.ts'
import { demandOf, requestsOf, storageOf, workOf } from './model.ts'
import { processesOf } from './resources.ts'

const TOWN = demandOf(10_000)
const COUNTRY = demandOf(100_000_000)

it('asks for ten times as much of ten times as many', () => {
  const [one, ten] = [demandOf(1_000), demandOf(10_000)]
  expect(requestsOf(ten)).toBeCloseTo(10 * requestsOf(one))
  expect(workOf(ten).writes).toBeCloseTo(10 * workOf(one).writes)
  expect(storageOf(ten).growth).toBeCloseTo(10 * storageOf(one).growth)
})

it('counts a day by hand', () => {
  // 4,000 active, 6 sessions of 4 pages, three times the mean.
  expect(TOWN.feedPages).toBeCloseTo((4_000 * 24 * 3) / 86_400)
  expect(TOWN.friendsTold / TOWN.posts).toBe(ASSUMED.friendsMean.value)
})

it('serves a town from one process, and a country from many', () => {
  expect(deploymentFor(TOWN)).toMatchObject({
    isEmbedded: true,
    processes: 1,
    shards: 1,
    databaseCores: 0,
  })
  const country = deploymentFor(COUNTRY)
  expect(country.isEmbedded).toBe(false)
  expect(country.shards).toBeGreaterThan(1)
  expect(country.processes).toBeGreaterThan(100)
})

it('has no process busier than it may be', () => {
  const country = deploymentFor(COUNTRY)
  expect(workOf(COUNTRY).app / country.processes).toBeLessThan(0.6)
  // Where a process is busy with the bus alone, no number of them is enough.
  expect(processesOf(demandOf(1e10), false)).toBe(Number.POSITIVE_INFINITY)
  expect(processesOf(demandOf(1e10), true)).toBeLessThan(Number.POSITIVE_INFINITY)
})

it('finds where each piece is just full', () => {
  for (const limit of LIMITS) {
    const members = membersAt(limit)
    expect(limit.utilization(demandOf(members * 0.9)), limit.name).toBeLessThan(1)
    expect(limit.utilization(demandOf(members * 1.1)), limit.name).toBeGreaterThan(1)
  }
})

it('costs more the larger the community is', () => {
  const total = (members: number) =>
    Object.values(costOf(demandOf(members))).reduce((sum, each) => sum + each, 0)
  const sizes = [1e4, 1e5, 1e6, 1e7, 1e8].map(total)
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
})

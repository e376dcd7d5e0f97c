import { expect, it } from 'vitest'
import { type Job, runSideBySide } from './side-by-side.ts'

/** Runs them by hand: `end` ends one, and `running` are those that have begun and not ended. */
function begin(cores: number, ...jobs: Job[]) {
  const running = new Map<string, () => void>()
  const all = runSideBySide(jobs, cores, ({ name }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(name, resolve)
    return promise
  })
  async function end(name: string) {
    running.get(name)?.()
    running.delete(name)
    await new Promise(setImmediate)
  }
  return { all, end, running: () => [...running.keys()] }
}

it('starts what there are cores for, in order', async () => {
  const jobs = begin(
    2,
    { name: 'lint', cores: 1 },
    { name: 'walls', cores: 1 },
    { name: 'unit', cores: 2 },
    { name: 'types', cores: 1 },
  )
  expect(jobs.running()).toEqual(['lint', 'walls'])
  await jobs.end('lint')
  // Else a big one would wait for ever while small ones pass it.
  expect(jobs.running()).toEqual(['walls'])
  await jobs.end('walls')
  expect(jobs.running()).toEqual(['unit'])
  await jobs.end('unit')
  expect(jobs.running()).toEqual(['types'])
  await jobs.end('types')
  await jobs.all
})

it('starts at once what only waits', async () => {
  const jobs = begin(2, { name: 'unit', cores: 2 }, { name: 'faults', cores: 0 })
  expect(jobs.running()).toEqual(['faults', 'unit'])
  await jobs.end('unit')
  await jobs.end('faults')
  await jobs.all
})

it('waits for what a job needs, and lets others pass meanwhile', async () => {
  const client = { name: 'client', cores: 1 }
  const jobs = begin(
    2,
    client,
    { name: 'journeys', cores: 1, needs: 'client' },
    { name: 'types', cores: 1 },
  )
  expect(jobs.running()).toEqual(['client', 'types'])
  await jobs.end('client')
  expect(jobs.running()).toEqual(['types', 'journeys'])
  await jobs.end('types')
  await jobs.end('journeys')
  await jobs.all
})

it('gives all cores to one that asks for more', async () => {
  const jobs = begin(1, { name: 'unit', cores: 2 }, { name: 'types', cores: 1 })
  expect(jobs.running()).toEqual(['unit'])
  await jobs.end('unit')
  expect(jobs.running()).toEqual(['types'])
  await jobs.end('types')
  await jobs.all
})

import { expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { createNewestVersion } from './newest-version.ts'

const FEED = 'https://example.org/snug.json'

function feed(answer: () => string) {
  const calls: string[] = []
  let now = 0
  const safeFetch = {
    async get(url: string) {
      calls.push(url)
      return Buffer.from(answer())
    },
  }
  const at = (address: string | null) =>
    createNewestVersion(address, { safeFetch, clock: () => now })
  return { at, calls, pass: (ms: number) => (now += ms) }
}

it('nobody is asked where no address is set', async () => {
  const { at, calls } = feed(() => '{"version":"999.0.0"}')
  expect(at(null)()).toBeNull()
  expect(calls).toEqual([])
})

it('a newer one is told once it is known, and asked for once a day', async () => {
  let answer = '{"version":"999.0.0"}'
  const { at, calls, pass } = feed(() => answer)
  const newest = at(FEED)
  expect(newest()).toBeNull()
  await expect.poll(newest).toBe('999.0.0')
  expect(calls).toEqual([FEED])
  answer = 'not JSON'
  pass(DAY_MS)
  expect(newest()).toBe('999.0.0')
  expect(calls).toHaveLength(2)
  answer = '{"version":"0.0.1"}'
  pass(DAY_MS)
  await expect.poll(newest).toBeNull()
})

it.each(['{"version":"0.0.1"}', '{"version":"999"}', '{"version":"9.9.9<b>"}', '[]', '', '<html>'])(
  'is nothing new: %s',
  async (answer) => {
    const { at, calls } = feed(() => answer)
    const newest = at(FEED)
    newest()
    await expect.poll(() => calls).toHaveLength(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(newest()).toBeNull()
  },
)

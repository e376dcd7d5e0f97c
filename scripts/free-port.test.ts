import { afterEach, expect, it, vi } from 'vitest'
import { freePort } from './free-port.ts'

afterEach(() => vi.restoreAllMocks())

it('is given to one, though nobody listens there yet', async () => {
  const random = vi.spyOn(Math, 'random')
  for (const place of [0.4, 0.4, 0.6]) random.mockReturnValueOnce(place)
  const [first, second] = [await freePort(), await freePort()]
  expect(first).toBeGreaterThanOrEqual(15_000)
  expect(second).not.toBe(first)
})

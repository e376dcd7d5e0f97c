import { expect, it } from 'vitest'
import { retry } from './retry.ts'

it('tries again as long as it is told to, and throws the last error', async () => {
  const asked: [unknown, number][] = []
  let tries = 0
  const failing = () => Promise.reject(`no ${++tries}`)
  const pauseMs = (error: unknown, attempt: number) => {
    asked.push([error, attempt])
    return attempt < 3 ? 0 : null
  }
  await expect(retry(failing, pauseMs)).rejects.toBe('no 3')
  expect(asked).toEqual([
    ['no 1', 1],
    ['no 2', 2],
    ['no 3', 3],
  ])
  expect(await retry(() => (++tries > 4 ? 'yes' : failing()), pauseMs)).toBe('yes')
})

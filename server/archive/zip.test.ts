import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { writeZip } from './zip.ts'

it('fails with what the reading of a file failed with, also while nothing of it is on its way', async () => {
  for (const ms of [0, 1, 50]) {
    async function* content() {
      yield 'begun'
      await pause(ms)
      throw new Error('the server stops')
    }
    const written: Buffer[] = []
    const writing = writeZip(
      async (chunk) => {
        written.push(chunk)
      },
      async (add) => {
        await add('whole.txt', 'whole')
        await add('begun.txt', content())
        throw new Error('unreachable')
      },
    )
    await expect(writing).rejects.toThrow('the server stops')
    expect(Buffer.concat(written).includes('whole.txt')).toBe(true)
  }
}, 20_000)

it('fails with what its bytes could not be kept for', async () => {
  const writing = writeZip(
    async () => {
      throw new Error('the disk is full')
    },
    (add) => add('a.txt', 'a'),
  )
  await expect(writing).rejects.toThrow('the disk is full')
})

import { expect, it } from 'vitest'
import { runAlways } from '../platform/run-once-per.ts'
import { createImageSweeper } from './image-sweeper.ts'

function openSweeper() {
  const due = Array.from({ length: 250 }, (_, index) => ({ id: `${1_000 + index}` }))
  const removed: string[] = []
  const isRemoving = Promise.withResolvers<void>()
  const remover = Promise.withResolvers<void>()
  const sweeper = createImageSweeper({
    dueAfter: async (after, count) =>
      due.filter(({ id }) => id > after && !removed.includes(id)).slice(0, count),
    async remove({ id }) {
      isRemoving.resolve()
      await remover.promise
      removed.push(id)
    },
    runOncePer: runAlways,
    log: { error: () => {} },
  })
  return { sweeper, removed, isRemoving, remover }
}

it('goes on with no other image once it is to stop', async () => {
  const { sweeper, removed, isRemoving, remover } = openSweeper()
  sweeper.start()
  await isRemoving.promise
  const stopped = sweeper.stop()
  remover.resolve()
  await stopped
  expect(removed).toEqual(['1000'])
})

it('begins none of the sweeps that wait their turn once it is to stop', async () => {
  const { sweeper, removed, isRemoving, remover } = openSweeper()
  const sweeps = [sweeper.sweepSoon(), sweeper.sweepSoon(), sweeper.sweepSoon()]
  await isRemoving.promise
  const stopped = sweeper.stop()
  remover.resolve()
  await Promise.all([stopped, ...sweeps])
  expect(removed).toEqual(['1000'])
})

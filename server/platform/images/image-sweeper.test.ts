import { expect, it } from 'vitest'
import { runAlways } from '../run-once-per.ts'
import { createImageSweeper } from './image-sweeper.ts'

it('goes on with no other image once it is to stop', async () => {
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
  sweeper.start()
  await isRemoving.promise
  const stopped = sweeper.stop()
  remover.resolve()
  await stopped
  expect(removed).toEqual(['1000'])
})

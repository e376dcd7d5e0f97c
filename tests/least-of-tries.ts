import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 20
const LATER_EACH_MS = 50

/**
 * What something costs at least, of tries further and further apart until one is below `most`:
 * others use the machine, and what is freed is freed sometime. What is too dear stays so.
 */
export async function leastOfTries(most: number, cost: () => Promise<number>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < TRIES && least > most; tries++) {
    if (tries > 0) await pause(tries * LATER_EACH_MS)
    least = Math.min(least, await cost())
  }
  return least
}

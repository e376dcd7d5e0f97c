import { configure, getConfig } from '@testing-library/react'

// What was waited for is given to the test a moment later: Testing Library lets a timer pass.
// Meanwhile React may draw it anew, and a press of what is gone is heard by nobody; or the effects
// of what was drawn are still to come. So one more turn passes first, in which React goes on with
// what it has begun, and what is gone by then is looked for once more.

const SETTLES = Symbol.for('waits of this page settle')
const { asyncWrapper } = getConfig()
const { setImmediate } = globalThis

// The files of a worker share the library, and this may be run again for each.
if (!Object.hasOwn(asyncWrapper, SETTLES)) {
  const settled = (wait: () => unknown) =>
    asyncWrapper(async () => {
      const found = await wait()
      await new Promise<void>((resolve) => setImmediate(resolve))
      return found
    })
  const settles = async (wait: () => unknown) => {
    const found = await settled(wait)
    return isGone(found) ? settled(wait) : found
  }
  configure({ asyncWrapper: Object.assign(settles, { [SETTLES]: true }) as typeof asyncWrapper })
}

function isGone(found: unknown): boolean {
  return found instanceof Element && !found.isConnected
}

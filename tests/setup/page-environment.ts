import { builtinEnvironments, type Environment } from 'vitest/runtime'

// The page of the component tests: jsdom, which all files of a worker share. jsdom draws on the
// interval it finds at that moment; one taken from a test's fake timers would never fire once they
// are gone, and the page of the worker would never draw again. So it always gets a true one.

const INTERVALS = { setInterval, clearInterval }
/** Whatever makes jsdom begin to draw. */
const DRAWING = ['requestAnimationFrame', '_requestFocusFixup']

const environment: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global, options) {
    const page = await builtinEnvironments.jsdom.setup(global, options)
    const { window } = global.jsdom
    for (const name of DRAWING) window[name] = withTrueIntervals(window[name])
    return page
  },
}

function withTrueIntervals<Arguments extends unknown[], Result>(
  draw: (...args: Arguments) => Result,
) {
  return (...args: Arguments): Result => {
    const found = { setInterval, clearInterval }
    Object.assign(globalThis, INTERVALS)
    try {
      return draw(...args)
    } finally {
      Object.assign(globalThis, found)
    }
  }
}

export default environment

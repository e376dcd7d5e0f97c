/**
 * Which place is shown: the browser's history, the code of a place fetched before it is shown, and
 * the question whether unsaved changes may be left. React Router matches and links; its own router
 * loads and sends data as well, which takes a third of all its code and is not needed here.
 */
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  type Location,
  matchRoutes,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type RouteMatch,
  type RouteObject,
  resolvePath,
  type To,
} from 'react-router'
import { createScrollPositions } from './scroll-positions.ts'

export interface Place {
  location: Location
  /** Looked up once: to compare an address with all routes takes a phone some ten milliseconds. */
  matches: RouteMatch[]
  historyAction: NavigationType
  /** The code of the first place is there, or has failed to come. */
  isLoaded: boolean
  /**
   * Where the page was scrolled to when the place was left; where it is, if it is to stay there.
   */
  scrollTo: number | 'here' | undefined
}

export interface Move {
  from: Location
  to: Location
}

/** A move that waits until somebody says whether unsaved changes may be left. */
export interface BlockedMove {
  proceed(): void
}

interface Guard {
  blocks(move: Move): boolean
  hold(move: BlockedMove): void
}

/** What the `handle` of a route says of its code. */
export interface RouteCode {
  isLoaded(): boolean
  /** Never rejects: the screen itself says that it did not come. */
  load(): Promise<void>
}

export type ClientRouter = ReturnType<typeof createRouter>

export function createClientRouter(routes: RouteObject[]): ClientRouter {
  return createRouter(routes, createBrowserHistory())
}

export function createTestRouter(routes: RouteObject[], initialEntries: string[]): ClientRouter {
  return createRouter(routes, createMemoryHistory({ initialEntries }))
}

function createRouter(routes: RouteObject[], history: ReturnType<typeof createBrowserHistory>) {
  const listeners = new Set<() => void>()
  const positions = createScrollPositions()
  const guards = createGuards()
  let state = firstPlace(history.location, positions.of(history.location.key))
  let latestMove = 0

  /** The newest move wins, should the code of an older one come later. */
  async function show(to: Location, change: Partial<Place>, write = () => {}) {
    guards.end()
    const move = ++latestMove
    if (state.isLoaded) positions.keep(state.location.key)
    const { matches, missing } = lookUp(routes, to)
    if (missing.length > 0) await Promise.all(missing.map(({ load }) => load()))
    if (move !== latestMove) return
    write()
    const { location } = history
    const scrollTo = positions.of(location.key)
    state = { ...state, scrollTo, ...change, location, matches, isLoaded: true }
    for (const listener of listeners) listener()
  }

  async function visit(target: To, options: NavigateOptions = {}) {
    const path = resolvePath(target, state.location.pathname)
    const to: Location = { ...path, state: options.state, key: '' }
    const move = { from: state.location, to }
    if (guards.hold(move, () => void visit(path, options))) return
    const historyAction = (options.replace ? 'REPLACE' : 'PUSH') as NavigationType
    const isScrollKept = options.preventScrollReset && ({ scrollTo: 'here' } as const)
    await show(to, { historyAction, ...isScrollKept }, () => {
      if (options.replace) history.replace(path, options.state)
      else history.push(path, options.state)
    })
  }

  followHistory(history, guards, {
    from: () => state.location,
    show: (to, change) => void show(to, { historyAction: 'POP' as NavigationType, ...change }),
  })
  void show(state.location, {})

  return {
    routes,
    navigator: navigatorOf(history, visit),
    get state() {
      return state
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Resolves once the place is shown, or the move is held. */
    async navigate(to: To | number, options?: NavigateOptions) {
      if (typeof to === 'number') history.go(to)
      else await visit(to, options)
    },
    /** Before the page itself is left. */
    keepScroll() {
      positions.keep(state.location.key)
      positions.store()
    },
    guard: guards.add,
  }
}

function firstPlace(location: Location, scrollTo: Place['scrollTo']): Place {
  const historyAction = 'POP' as NavigationType
  return { location, matches: [], historyAction, isLoaded: false, scrollTo }
}

/** The browser's own buttons: it has moved already, and goes back where the move is held. */
function followHistory(
  history: ReturnType<typeof createBrowserHistory>,
  guards: ReturnType<typeof createGuards>,
  { from, show }: { from: () => Location; show: (to: Location, change: Partial<Place>) => void },
) {
  /** While the browser goes back to the place that is not left yet: how many steps it is away. */
  let returning: { away: number; tell: () => void } | undefined
  /**
   * Of a step of the browser's while it returns; another press of its buttons is taken back, too.
   */
  function comeCloser(still: NonNullable<typeof returning>, delta: number) {
    const isFurther = Math.abs(still.away + delta) > Math.abs(still.away)
    still.away += delta
    if (isFurther) history.go(-delta)
    if (still.away !== 0) return
    returning = undefined
    still.tell()
  }
  history.listen(({ location, delta }) => {
    if (returning) return comeCloser(returning, delta ?? 0)
    const back = Promise.withResolvers<void>()
    const move = { from: from(), to: location }
    if (delta && guards.hold(move, () => void back.promise.then(() => history.go(delta)))) {
      returning = { away: delta, tell: back.resolve }
      history.go(-delta)
      return
    }
    // An entry that the browser made, of a link within the page: it has scrolled there itself, and
    // what is known is of other entries without a key.
    show(location, delta === null ? { scrollTo: 'here' } : {})
  })
}

/** Who is asked whether a move may be made, one after the other. */
function createGuards() {
  const guards = new Set<Guard>()
  /** Those that let the move pass that is being made. */
  const passed = new Set<Guard>()
  return {
    /** Gives back how to remove it. */
    add(guard: Guard) {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
    /** Whether the move has to wait; if it may be made after all, `proceed` is called. */
    hold(move: Move, proceed: () => void): boolean {
      const guard = [...guards].find((each) => !passed.has(each) && each.blocks(move))
      guard?.hold({
        proceed() {
          passed.add(guard)
          proceed()
        },
      })
      return guard !== undefined
    },
    end() {
      passed.clear()
    },
  }
}

/** What the links and hooks of React Router call. */
function navigatorOf(
  history: ReturnType<typeof createBrowserHistory>,
  visit: (to: To, options: NavigateOptions) => Promise<void>,
): Navigator {
  return {
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    go: (delta) => history.go(delta),
    push: (to, state, options) => void visit(to, { ...options, state }),
    replace: (to, state, options) => void visit(to, { ...options, state, replace: true }),
  }
}

/** What stands at an address, and what of its code is not there yet. */
function lookUp(routes: RouteObject[], location: Location) {
  const matches = matchRoutes(routes, location) ?? []
  const code = matches.flatMap(({ route }) => (route.handle as RouteCode | undefined) ?? [])
  return { matches, missing: code.filter(({ isLoaded }) => !isLoaded()) }
}

import { type ClientMessage, SHOWN_SPACES_MAX } from '../../../contract/realtime.ts'

export type WatchedFeed = Extract<ClientMessage, { type: 'watch_feed' }>['feed']

export interface TabState {
  feed: WatchedFeed
  /** When (epoch ms) what it shows of the feed was asked for. */
  feedReadAt: number
  spaceIds: readonly string[]
}

export const EMPTY_TAB_STATE: TabState = { feed: null, feedReadAt: 0, spaceIds: [] }

/** What the tabs of one member show, merged. A tab counts as long as it sends its state. */
export class TabStates {
  #tabs = new Map<string, { state: TabState; seenAtMs: number }>()

  /** Returns whether the tab is new, and the spaces that it shows newly. */
  set(tab: string, state: TabState): { isNew: boolean; entered: string[] } {
    const known = this.#tabs.get(tab)
    // The tab that chose its feed last comes last.
    if (known?.state.feed !== state.feed) this.#tabs.delete(tab)
    this.#tabs.set(tab, { state, seenAtMs: Date.now() })
    const entered = state.spaceIds.filter((id) => !known?.state.spaceIds.includes(id))
    return { isNew: known === undefined, entered }
  }

  remove(tab: string): void {
    this.#tabs.delete(tab)
  }

  removeUnseenFor(ms: number): void {
    for (const [tab, { seenAtMs }] of this.#tabs) {
      if (Date.now() - seenAtMs > ms) this.#tabs.delete(tab)
    }
  }

  /** The server watches one feed for a connection: of several the one chosen last. */
  merged(): TabState {
    const states = [...this.#tabs.values()].map(({ state }) => state)
    const feed = states.findLast((state) => state.feed !== null)?.feed ?? null
    const readAt = states.flatMap((state) => (state.feed === feed ? state.feedReadAt : []))
    const spaceIds = [...new Set(states.flatMap((state) => state.spaceIds))]
    return { feed, feedReadAt: Math.min(...readAt), spaceIds: spaceIds.slice(0, SHOWN_SPACES_MAX) }
  }
}

/** The browser's means for tabs to work together, where it has them. */
export interface TabApis {
  locks: Pick<LockManager, 'request'> | undefined
  Channel: typeof BroadcastChannel | undefined
}

interface TabsListener {
  /** Called at most once, and never after leaving. */
  onLead(): void
  onMessage(message: unknown): void
}

export interface Tabs {
  /** To all other tabs that joined under the same name. */
  post(message: unknown): void
  /** Lets another tab lead, if this one did. */
  leave(): void
}

/**
 * Joins the other tabs under this name, one of which leads: the first, and when it is gone the
 * next. Where the browser has no locks (without https, say) or no channels, each leads itself.
 */
export function joinTabs(name: string, { locks, Channel }: TabApis, listener: TabsListener): Tabs {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  let hasLeft = false
  const lead = () => {
    if (!hasLeft) listener.onLead()
    return left
  }
  if (!locks || !Channel) {
    void Promise.resolve().then(lead)
    return { post: () => {}, leave: () => (hasLeft = true) }
  }
  const channel = new Channel(name)
  channel.onmessage = ({ data }) => listener.onMessage(data)
  const waiting = new AbortController()
  locks.request(name, { signal: waiting.signal }, lead).catch(() => {
    // Given up by leaving; or the browser refuses locks, and this tab is on its own.
    if (!hasLeft) lead()
  })
  return {
    post: (message) => channel.postMessage(message),
    leave() {
      hasLeft = true
      waiting.abort()
      leave()
      channel.onmessage = null
      channel.close()
    },
  }
}

/** For tests: tabs of one browser, with its channels, locks and sockets played. */
import { vi } from 'vitest'
import type { ServerEvent } from '../../../contract/realtime.ts'
import { storeToken } from '../token-store.ts'
import { FakeSocket } from './fake-socket.ts'
import { fakeTabApis } from './fake-tabs.ts'
import type { ConnectionStatus } from './leader.ts'
import { TabClient } from './tab-client.ts'
import type { TabApis } from './tabs.ts'

export const ADA = '111111111111111'
export const BEN = '222222222222222'

export let browser: TabApis
export const tabs: ReturnType<typeof tab>[] = []

export function prepareTabs() {
  vi.useFakeTimers()
  FakeSocket.reset()
  browser = fakeTabApis()
  storeToken('mine', false)
}

export async function resetTabs() {
  for (const { stream } of tabs.splice(0)) stream.stop()
  await settle()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
}

function tab(world: TabApis, memberId: string) {
  const statuses: ConnectionStatus[] = []
  const events: ServerEvent[] = []
  const stream = new TabClient(
    { memberId, Socket: FakeSocket, heardAt: 0, ...world },
    { onStatus: (status) => statuses.push(status), onEvent: (event) => events.push(event) },
  )
  return {
    stream,
    events,
    isLive: () => statuses.at(-1)?.connectionId != null,
    line: () => statuses.at(-1)?.connectionId,
    feed: () => statuses.at(-1)?.feed,
    counts: () => events.flatMap((event) => (event.type === 'unread_count' ? event.count : [])),
  }
}

export async function openTab(memberId = ADA, world = browser) {
  const opened = tab(world, memberId)
  tabs.push(opened)
  await settle()
  return opened
}

/** All that is under way between tabs has arrived. */
export const settle = () => vi.advanceTimersByTimeAsync(0)
export const sockets = () => FakeSocket.opened
export const socket = () => FakeSocket.last

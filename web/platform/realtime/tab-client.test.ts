// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSED, PING_EVERY_MS, SILENCE_MEANS_DEAD_MS } from '../../../contract/realtime.ts'
import {
  ADA,
  BEN,
  browser,
  openTab,
  prepareTabs,
  resetTabs,
  settle,
  socket,
  sockets,
  tabs,
} from './test-tabs.ts'

beforeEach(prepareTabs)
afterEach(resetTabs)

describe('tabs of one member', () => {
  it('share one line, and all hear what it says', async () => {
    const first = await openTab()
    const second = await openTab()
    expect(sockets()).toHaveLength(1)
    socket().becomeReady(1)
    socket().receive({ type: 'unread_count', count: 4 })
    await settle()
    for (const each of [first, second]) {
      expect(each.isLive()).toBe(true)
      expect(each.counts()).toEqual([4])
    }
  })

  it('that come later know that the line is up', async () => {
    await openTab()
    socket().becomeReady()
    const late = await openTab()
    expect(late.isLive()).toBe(true)
  })

  it('all learn that the line broke', async () => {
    const first = await openTab()
    const second = await openTab()
    socket().becomeReady()
    await settle()
    socket().drop()
    await settle()
    expect([first.isLive(), second.isLive()]).toEqual([false, false])
  })

  it('pass the line on when the one that leads is closed', async () => {
    const first = await openTab()
    const second = await openTab()
    const third = await openTab()
    socket().becomeReady()
    await settle()
    const lineBefore = second.line()
    first.stream.stop()
    await settle()
    expect(sockets()).toHaveLength(2)
    expect(sockets()[0]?.isClosed).toBe(true)
    expect([second.isLive(), third.isLive()]).toEqual([false, false])
    socket().becomeReady()
    await settle()
    expect(second.line()).toBe(third.line())
    expect(second.line()).not.toBe(lineBefore)
    socket().receive({ type: 'unread_count', count: 7 })
    await settle()
    expect([first.counts(), second.counts(), third.counts()]).toEqual([[], [7], [7]])
  })

  it('know that the server missed something where the one that leads is closed before it is back', async () => {
    const first = await openTab()
    await openTab()
    const third = await openTab()
    socket().becomeReady()
    await settle()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS)
    const heardMsAgo = () => socket().sent.find((each) => each.type === 'hello')?.heardMsAgo
    socket().drop(CLOSED.comeBack)
    await settle()
    first.stream.stop()
    await settle()
    socket().open()
    expect(heardMsAgo()).toBe(Date.now())
    // From then on all is heard.
    socket().receive({ type: 'ready', unreadCount: 0, unreadConversations: 0, isMissed: true })
    await settle()
    expect(third.isLive()).toBe(true)
    tabs[1]?.stream.stop()
    await settle()
    socket().open()
    expect(heardMsAgo()).toBe(0)
  })

  it('go on with the line when one that follows is closed', async () => {
    const first = await openTab()
    const second = await openTab()
    const third = await openTab()
    socket().becomeReady()
    second.stream.stop()
    first.stream.stop()
    await settle()
    expect(sockets()).toHaveLength(2)
    socket().becomeReady()
    await settle()
    expect(third.isLive()).toBe(true)
  })

  it('follow a leader only as long as it is heard from', async () => {
    const { Channel } = browser
    await openTab()
    const second = await openTab()
    socket().becomeReady()
    await settle()
    expect(second.isLive()).toBe(true)
    // The leading tab is frozen: its messages do not come any more.
    if (Channel) vi.spyOn(Channel.prototype, 'postMessage').mockImplementation(() => {})
    await vi.advanceTimersByTimeAsync(SILENCE_MEANS_DEAD_MS)
    expect(second.isLive()).toBe(false)
  })

  it.each([
    ['locks', { locks: undefined }],
    ['channels', { Channel: undefined }],
  ])('have a line each where the browser has no %s', async (_, lack) => {
    const first = await openTab(ADA, { ...browser, ...lack })
    const second = await openTab(ADA, { ...browser, ...lack })
    expect(sockets()).toHaveLength(2)
    for (const each of sockets()) each.becomeReady()
    sockets()[0]?.receive({ type: 'unread_count', count: 1 })
    await settle()
    expect([first.isLive(), second.isLive()]).toEqual([true, true])
    expect([first.counts(), second.counts()]).toEqual([[1], []])
  })
})

describe('tabs of two members', () => {
  it('share nothing', async () => {
    const adas = await openTab(ADA)
    const bens = await openTab(BEN)
    expect(sockets()).toHaveLength(2)
    sockets()[0]?.becomeReady()
    sockets()[0]?.receive({ type: 'unread_count', count: 3 })
    await settle()
    expect(adas.counts()).toEqual([3])
    expect(bens.events).toEqual([])
    expect(bens.isLive()).toBe(false)
  })
})

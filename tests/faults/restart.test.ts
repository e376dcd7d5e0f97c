import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import { Connection, type SocketClass } from '../../web/platform/realtime/connection.ts'
import { type Community, openCommunity } from './writing.ts'

// A restart with many members on the stream, who come back by the client's own connection. What was
// said meanwhile they ask for, as a chat does. SNUG_TEST_SOCKETS=5000 makes it the long run.

const LONG_RUN = Number(process.env.SNUG_TEST_SOCKETS)
const SOCKETS = LONG_RUN || 500
/** A space has no room for more; each has several tabs open. */
const MEMBERS = 100
/**
 * The long run is for a machine that does nothing else; with other work, a start alone takes long.
 */
const BACK_WITHIN_MS = LONG_RUN ? 10_000 : 120_000
const TALK_EVERY_MS = 250

let community: Community
let tabs: Tab[]
beforeEach(async () => {
  community = await openCommunity(MEMBERS)
  becomeBrowserOf(community)
  tabs = []
})
afterEach(async () => {
  for (const { connection } of tabs) connection.stop()
  vi.unstubAllGlobals()
  await community.close()
})

it.each(['kill', 'stop'] as const)(
  'after a %s of the server all are back, and nothing is missed or doubled',
  { timeout: 240_000 },
  async (end) => {
    const { server } = community
    tabs = Array.from({ length: SOCKETS }, () => openTab(community))
    const talk = talkIn(community)
    await expect.poll(() => countUp(tabs)).toBe(SOCKETS)

    await server[end]()
    await expect.poll(() => countUp(tabs)).toBe(0)
    await server.start()
    await expect.poll(() => countUp(tabs), { timeout: BACK_WITHIN_MS, interval: 20 }).toBe(SOCKETS)

    const before = talk.said.length
    await expect.poll(() => talk.said.length).toBeGreaterThan(before + 3)
    const said = await talk.stop()
    await expect.poll(() => tabs.filter((tab) => tab.seen.size < said.length).length).toBe(0)
    for (const tab of tabs) {
      expect([...tab.seen.values()].toSorted()).toEqual(said.toSorted())
      expect(tab.doubled).toEqual([])
    }
  },
)

type Tab = ReturnType<typeof openTab>

function countUp(tabs: Tab[]) {
  return tabs.filter(({ isUp }) => isUp).length
}

/** One open page: its connection, and the chat it shows. */
function openTab({ call, members, paths }: Community) {
  const tab = {
    isUp: false,
    /** What the chat shows: the text by id. */
    seen: new Map<string, string>(),
    /** What was received twice. */
    doubled: [] as string[],
    connection: undefined as unknown as Connection,
  }
  const told = new Set<string>()
  /** Nothing is missing up to here. */
  let whole = 0
  let isWhole = false
  const show = ({ _id, content, changeSeq }: SpaceMessage) => {
    tab.seen.set(_id, content)
    if (isWhole) whole = Math.max(whole, changeSeq)
  }
  async function catchUp() {
    const token = members[0]?.token ?? ''
    const path = `${paths.message}?after=${whole}`
    const answer = await call('GET', path, token).catch(() => null)
    if (answer?.status !== 200) return void setTimeout(() => tab.isUp && catchUp(), 200)
    isWhole = true
    for (const message of answer.body) show(message)
  }
  tab.connection = new Connection(QuietSocket as unknown as SocketClass, Date.now(), {
    onConnect() {
      tab.isUp = true
      void catchUp()
    },
    onDisconnect() {
      tab.isUp = false
      isWhole = false
    },
    onMessage(received) {
      const { type, message } = received as { type: string; message: SpaceMessage }
      if (type !== 'message_created') return
      if (told.has(message._id)) tab.doubled.push(message.content)
      told.add(message._id)
      show(message)
    },
  })
  return tab
}

/** Somebody who says one thing after the other, each until it is acknowledged. */
function talkIn({ call, members, paths, closing }: Community) {
  const said: string[] = []
  let isStopping = false
  closing.addEventListener('abort', () => {
    isStopping = true
  })
  async function talk() {
    const token = members[1]?.token ?? ''
    for (let count = 0; !isStopping; count++) {
      const message = { content: `Number ${count}`, clientId: `talk-${count}` }
      const send = () => call('POST', paths.message, token, message, `talk-${count}`)
      let answer = await send().catch(() => null)
      while (answer?.status !== 201 && !closing.aborted) {
        await pause(20)
        answer = await send().catch(() => null)
      }
      said.push(message.content)
      await pause(TALK_EVERY_MS)
    }
  }
  const talking = talk()
  return {
    said,
    async stop() {
      isStopping = true
      await talking
      return said
    },
  }
}

/** A socket of a browser, which throws nothing when nobody is there. */
class QuietSocket extends WebSocket {
  constructor(url: string) {
    super(url)
    this.on('error', () => {})
  }
}

/** What the client's connection needs of a page. Each is that of the next member. */
function becomeBrowserOf({ server, members }: Community) {
  let asked = 0
  const storage = { getItem: () => members[asked++ % members.length]?.token ?? null }
  vi.stubGlobal('location', { origin: server.origin })
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: { getItem: () => null } })
}

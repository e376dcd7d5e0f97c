import type { ServerEvent } from '../../contract/realtime.ts'
import { createThrottle } from '../platform/concurrency/throttle.ts'
import type { Id } from '../platform/ids.ts'
import type { Bus, BusEvent, DomainEvent } from './bus.ts'
import { Multimap } from './multimap.ts'

/** Many who come or go at once are one change. */
const BROADCAST_EVERY_MS = 200
/** Processes that find each other after a break ask once, and are answered once. */
const REQUEST_EVERY_MS = 300

type PresenceEvent = Extract<ServerEvent, { type: 'presence' }>

export interface Presence<One> {
  /**
   * The connection is in exactly these chats. Returns those it enters whose list stays the same,
   * because the member is there with another: nothing else would tell of them.
   */
  be(one: One, memberId: Id, spaceIds: readonly Id[]): PresenceEvent[]
  leave(one: One, memberId: Id, spaceId: Id): void
  /** Of these chats, those in which somebody is now. */
  inUse(spaceIds: readonly Id[]): PresenceEvent[]
  stop(): void
}

/**
 * Each process publishes who is in its chats and takes from the others who is in theirs. Every
 * change goes to the space with the whole list, by `broadcast` to the connections of this process.
 */
export function createPresence<One>(
  bus: Bus,
  broadcast: (spaceId: Id, event: PresenceEvent) => void,
): Presence<One> {
  const local = createLocalPresence<One>(localChanged)
  const remote = createRemotePresence()
  const broadcasts = createThrottle<Id>(BROADCAST_EVERY_MS)
  const publications = createThrottle<Id>(BROADCAST_EVERY_MS)
  const requests = createThrottle(REQUEST_EVERY_MS)

  function listOf(spaceId: Id): PresenceEvent {
    const userIds = new Set([...local.membersIn(spaceId), ...remote.membersIn(spaceId)])
    return { type: 'presence', spaceId: String(spaceId), userIds: [...userIds].map(String) }
  }

  function broadcastSoon(spaceId: Id) {
    broadcasts.run(spaceId, () => broadcast(spaceId, listOf(spaceId)))
  }

  function localChanged(spaceId: Id) {
    broadcastSoon(spaceId)
    publications.run(spaceId, () => {
      const lists = [{ spaceId, memberIds: local.membersIn(spaceId) }]
      bus.publish({ kind: 'presence', lists, isAll: false })
    })
  }

  function publishAll() {
    requests.run('answer', () => {
      const lists = local
        .spaceIds()
        .map((spaceId) => ({ spaceId, memberIds: local.membersIn(spaceId) }))
      bus.publish({ kind: 'presence', lists, isAll: true })
    })
  }

  function receive(event: DomainEvent, from: string) {
    if (from === bus.processId) return
    if (event.kind === 'presence-request') publishAll()
    else if (event.kind === 'presence')
      remote.update(from, event.lists, event.isAll).forEach(broadcastSoon)
  }

  function follow(event: BusEvent) {
    if (event.kind === 'process-left') remote.remove(event.processId).forEach(broadcastSoon)
    else requests.run('question', () => bus.publish({ kind: 'presence-request' }))
  }

  const unsubscribes = [bus.subscribe(receive), bus.onBusEvent(follow)]
  return {
    be: (one, memberId, spaceIds) => local.be(one, memberId, new Set(spaceIds)).map(listOf),
    leave: local.leave,
    inUse: (spaceIds) => spaceIds.map(listOf).filter(({ userIds }) => userIds.length > 0),
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const throttle of [broadcasts, publications, requests]) throttle.stop()
    },
  }
}

/** Who is in which chat on connections of this process; `onChange` where a space's list changed. */
function createLocalPresence<One>(onChange: (spaceId: Id) => void) {
  const bySpace = new Map<Id, Multimap<Id, One>>()
  const places = new Multimap<One, Id>()

  function enter(one: One, memberId: Id, spaceId: Id) {
    const members = bySpace.get(spaceId) ?? new Multimap<Id, One>()
    bySpace.set(spaceId, members)
    const isNew = members.of(memberId).size === 0
    members.add(memberId, one)
    places.add(one, spaceId)
    if (isNew) onChange(spaceId)
  }

  function leave(one: One, memberId: Id, spaceId: Id) {
    const members = bySpace.get(spaceId)
    if (!members?.of(memberId).has(one)) return
    members.remove(memberId, one)
    places.remove(one, spaceId)
    if (members.of(memberId).size > 0) return
    if ([...members.keys()].length === 0) bySpace.delete(spaceId)
    onChange(spaceId)
  }

  return {
    spaceIds: () => [...bySpace.keys()],
    membersIn: (spaceId: Id) => [...(bySpace.get(spaceId)?.keys() ?? [])],
    leave,
    /** As `Presence.be`; returns the spaces alone. */
    be(one: One, memberId: Id, wanted: ReadonlySet<Id>): Id[] {
      const entered = [...wanted].filter((spaceId) => !places.of(one).has(spaceId))
      const unchanged = entered.filter((spaceId) => bySpace.get(spaceId)?.of(memberId).size)
      for (const spaceId of [...places.of(one)])
        if (!wanted.has(spaceId)) leave(one, memberId, spaceId)
      for (const spaceId of entered) enter(one, memberId, spaceId)
      return unchanged
    },
  }
}

type List = { spaceId: Id; memberIds: Id[] }

/** Who is in which chat by what the other processes publish. */
function createRemotePresence() {
  const byProcess = new Map<string, Map<Id, Id[]>>()

  /** The process is gone, or publishes all anew. Returns the spaces whose list may be another. */
  function remove(processId: string): Id[] {
    const spaceIds = [...(byProcess.get(processId)?.keys() ?? [])]
    byProcess.delete(processId)
    return spaceIds
  }

  return {
    remove,
    /**
     * With `isAll` the process is in no other chats. Returns the spaces whose list may be another.
     */
    update(processId: string, lists: List[], isAll: boolean): Id[] {
      const before = isAll ? remove(processId) : []
      const chats = byProcess.get(processId) ?? new Map<Id, Id[]>()
      for (const { spaceId, memberIds } of lists)
        if (memberIds.length > 0) chats.set(spaceId, memberIds)
        else chats.delete(spaceId)
      if (chats.size > 0) byProcess.set(processId, chats)
      return [...new Set([...before, ...lists.map(({ spaceId }) => spaceId)])]
    },
    membersIn(spaceId: Id): Id[] {
      return [...byProcess.values()].flatMap((chats) => chats.get(spaceId) ?? [])
    },
  }
}

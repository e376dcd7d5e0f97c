import type { ServerEvent } from '../../../contract/realtime.ts'
import type { Id } from '../ids.ts'
import type { Bus, BusNews, DomainEvent } from './bus.ts'
import { calm } from './calm.ts'
import { createElsewhere } from './elsewhere.ts'
import { Groups } from './groups.ts'

/** Many who come or go at once are told as one change. */
const TOLD_EVERY_MS = 200
/** Processes that find each other after a break ask once, and are answered once. */
const ASKED_EVERY_MS = 300

type PresenceEvent = Extract<ServerEvent, { type: 'presence' }>

/** Who is in which chat now. One member with several connections is there once. */
export interface Presence<One> {
  /**
   * The connection is in exactly these chats. Returns those it enters whose list stays the same,
   * because the member is there with another: of them nothing is told otherwise.
   */
  be(one: One, memberId: Id, spaceIds: readonly Id[]): PresenceEvent[]
  leave(one: One, memberId: Id, spaceId: Id): void
  stop(): void
}

/**
 * Each process says who is in its chats and believes the others about theirs. Every change goes
 * to the space with the whole list, by `tell` to the connections of this process.
 */
export function createPresence<One>(
  bus: Bus,
  tell: (spaceId: Id, event: PresenceEvent) => void,
): Presence<One> {
  const here = new Map<string, Groups<string, One>>()
  const places = new Groups<One, string>()
  const elsewhere = createElsewhere()
  const tellings = calm(TOLD_EVERY_MS)
  const sayings = calm(TOLD_EVERY_MS)
  const askings = calm(ASKED_EVERY_MS)

  const membersHere = (spaceId: Id) => [...(here.get(spaceId)?.keys() ?? [])]

  function listOf(spaceId: Id): PresenceEvent {
    const userIds = new Set([...membersHere(spaceId), ...elsewhere.membersIn(spaceId)])
    return { type: 'presence', spaceId, userIds: [...userIds] }
  }

  function tellSoon(spaceId: Id) {
    tellings.ask(spaceId, () => tell(spaceId, listOf(spaceId)))
  }

  function changed(spaceId: Id) {
    tellSoon(spaceId)
    sayings.ask(spaceId, () => {
      const lists = [{ spaceId, memberIds: membersHere(spaceId) }]
      bus.publish({ kind: 'here', lists, isAll: false })
    })
  }

  function sayAll() {
    askings.ask('answer', () => {
      const lists = [...here.keys()].map((spaceId) => ({
        spaceId,
        memberIds: membersHere(spaceId),
      }))
      bus.publish({ kind: 'here', lists, isAll: true })
    })
  }

  function hear(event: DomainEvent, from: string) {
    if (from === bus.process) return
    if (event.kind === 'who-is-here') sayAll()
    else if (event.kind === 'here')
      elsewhere.believe(from, event.lists, event.isAll).forEach(tellSoon)
  }

  function follow(news: BusNews) {
    if (news.kind === 'process-left') elsewhere.forget(news.process).forEach(tellSoon)
    else askings.ask('question', () => bus.publish({ kind: 'who-is-here' }))
  }

  function enter(one: One, memberId: Id, spaceId: Id) {
    const members = here.get(spaceId) ?? new Groups<string, One>()
    here.set(spaceId, members)
    const isNew = members.of(memberId).size === 0
    members.add(memberId, one)
    places.add(one, spaceId)
    if (isNew) changed(spaceId)
  }

  function leave(one: One, memberId: Id, spaceId: Id) {
    const members = here.get(spaceId)
    if (!members?.of(memberId).has(one)) return
    members.remove(memberId, one)
    places.remove(one, spaceId)
    if (members.of(memberId).size > 0) return
    if (membersHere(spaceId).length === 0) here.delete(spaceId)
    changed(spaceId)
  }

  const endings = [bus.subscribe(hear), bus.watch(follow)]
  return {
    be(one, memberId, spaceIds) {
      const wanted = new Set(spaceIds)
      const entered = [...wanted].filter((spaceId) => !places.of(one).has(spaceId))
      const isThere = (spaceId: Id) => Boolean(here.get(spaceId)?.of(memberId).size)
      const unchanged = entered.filter(isThere).map(listOf)
      for (const spaceId of [...places.of(one)])
        if (!wanted.has(spaceId)) leave(one, memberId, spaceId)
      for (const spaceId of entered) enter(one, memberId, spaceId)
      return unchanged
    },
    leave,
    stop() {
      for (const end of endings) end()
      for (const waiting of [tellings, sayings, askings]) waiting.stop()
    },
  }
}

import { CLOSED, type ClientMessage } from '../../../contract/realtime.ts'
import type { Id } from '../ids.ts'
import { addressKey } from '../limits.ts'
import { messageBudget } from './budget.ts'
import type { Connection, Visitor } from './connection.ts'
import type { Log, Porter } from './delivery.ts'
import type { Hub } from './hub.ts'

const CONNECTIONS_OF_A_MEMBER = 20
const STRANGERS_OF_AN_ADDRESS = 200
const INTERNAL_ERROR = 1011

interface AdmissionOptions<V extends Visitor> {
  hub: Hub<Connection<V>>
  porter: Porter<V>
  clock: () => number
  log: Log
  isLimited: boolean
  grant: (memberId: Id) => Promise<void>
  answer: (connection: Connection<V>, visitor: V, message: ClientMessage) => void
}

/**
 * Lets strangers in by their hello and hands on what members say, in the order they say it. A
 * connection hears from before its rights are read, so nothing falls between the two.
 */
export function createAdmission<V extends Visitor>(world: AdmissionOptions<V>) {
  const { hub, porter, isLimited } = world
  const strangers = new Map<string, number>()
  const early = new Map<Connection<V>, ClientMessage[]>()
  const budget = messageBudget<Connection<V>>(world.clock)
  const underWay = new Set<Promise<void>>()

  function count(address: string, by: 1 | -1) {
    const next = (strangers.get(addressKey(address)) ?? 0) + by
    if (next > 0) strangers.set(addressKey(address), next)
    else strangers.delete(addressKey(address))
  }

  /** No longer a stranger, or no longer here. */
  function forget(connection: Connection<V>) {
    if (early.delete(connection)) count(connection.address, -1)
  }

  async function letIn(connection: Connection<V>, token: string) {
    const visitor = await porter.visitorOfToken(token)
    if (!visitor) return connection.end(CLOSED.unauthorized)
    if (connection.isEnded) return
    if (isLimited && hub.ofMember(visitor.id).size >= CONNECTIONS_OF_A_MEMBER)
      return connection.end(CLOSED.tooMany)
    connection.visitor = visitor
    hub.add(connection)
    await world.grant(visitor.id)
    // Asked again: it may have ended just before the hub knew whose connection this is.
    if (!(await porter.visitorOfToken(token))) return connection.end(CLOSED.unauthorized)
    const unreadCount = await porter.unreadCount(visitor)
    if (connection.isEnded) return
    const waiting = early.get(connection) ?? []
    forget(connection)
    connection.begin(unreadCount)
    for (const message of waiting) answer(connection, message)
  }

  function answer(connection: Connection<V>, message: ClientMessage) {
    if (connection.visitor && !connection.isEnded)
      world.answer(connection, connection.visitor, message)
  }

  function hello(connection: Connection<V>, message: ClientMessage) {
    if (message.type !== 'hello') return connection.end(CLOSED.unauthorized)
    connection.hasSaidHello = true
    const entering = letIn(connection, message.token).catch((error: unknown) => {
      world.log.warn({ err: error }, 'a connection could not be let in')
      connection.end(INTERNAL_ERROR)
    })
    underWay.add(entering)
    entering.finally(() => underWay.delete(entering))
  }

  return {
    isFullFor(address: string): boolean {
      return isLimited && (strangers.get(addressKey(address)) ?? 0) >= STRANGERS_OF_AN_ADDRESS
    },
    expect(connection: Connection<V>) {
      early.set(connection, [])
      count(connection.address, 1)
    },
    forget,
    take(connection: Connection<V>, message: ClientMessage) {
      if (isLimited && !budget.take(connection)) return connection.end(CLOSED.tooMany)
      if (!connection.hasSaidHello) hello(connection, message)
      else if (connection.isReady) answer(connection, message)
      else early.get(connection)?.push(message)
    },
    /** Resolves once nobody is being let in. */
    async settled() {
      await Promise.allSettled([...underWay])
    },
  }
}

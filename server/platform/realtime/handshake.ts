import { CLOSED, type ReceivedMessage } from '../../../contract/realtime.ts'
import { createTokenBucket } from '../concurrency/token-bucket.ts'
import type { Id } from '../ids.ts'
import { addressKey } from '../limits.ts'
import type { Authenticator, Connection, Log, SessionActor } from './connection.ts'
import type { Hub } from './hub.ts'

const CONNECTIONS_OF_A_MEMBER = 20
const UNAUTHENTICATED_OF_AN_ADDRESS = 200
const MESSAGES_PER_SECOND = 20
const INTERNAL_ERROR = 1011

interface HandshakeOptions<Actor extends SessionActor> {
  hub: Hub<Connection<Actor>>
  authenticator: Authenticator<Actor>
  clock: () => number
  log: Log
  isLimited: boolean
  /** Somebody at this address was not let in. */
  onRefused: (address: string, reason: string) => void
  grant: (memberId: Id) => Promise<void>
  handle: (connection: Connection<Actor>, actor: Actor, message: ReceivedMessage) => void
}

/**
 * Authenticates connections by their hello and hands on the messages of members, in their order.
 * A connection receives from before its rights are read, so nothing falls between the two.
 */
export function createHandshake<Actor extends SessionActor>(options: HandshakeOptions<Actor>) {
  const { hub, authenticator, isLimited } = options
  const unauthenticated = new Map<string, number>()
  /** What connections that are not ready yet sent after their hello. */
  const early = new Map<Connection<Actor>, ReceivedMessage[]>()
  const messages = createTokenBucket<Connection<Actor>>(MESSAGES_PER_SECOND, options.clock)
  const pending = new Set<Promise<void>>()

  function count(address: string, by: 1 | -1) {
    const key = addressKey(address)
    const next = (unauthenticated.get(key) ?? 0) + by
    if (next > 0) unauthenticated.set(key, next)
    else unauthenticated.delete(key)
  }

  /** It is ready now, or gone. */
  function remove(connection: Connection<Actor>) {
    if (early.delete(connection)) count(connection.address, -1)
  }

  async function authenticate(connection: Connection<Actor>, token: string) {
    const actor = await authenticator.actorOfToken(token)
    if (!actor) {
      options.onRefused(connection.address, 'unauthorized')
      return connection.close(CLOSED.unauthorized)
    }
    if (connection.isEnded) return
    if (isLimited && hub.ofMember(actor.id).size >= CONNECTIONS_OF_A_MEMBER)
      return connection.close(CLOSED.tooMany)
    connection.actor = actor
    hub.add(connection)
    await options.grant(actor.id)
    // Asked again: it may have ended just before the hub knew whose connection this is.
    if (!(await authenticator.actorOfToken(token))) return connection.close(CLOSED.unauthorized)
    const unreadCount = await authenticator.unreadCount(actor)
    if (connection.isEnded) return
    const waiting = early.get(connection) ?? []
    remove(connection)
    connection.ready(unreadCount)
    for (const message of waiting) handle(connection, message)
  }

  function handle(connection: Connection<Actor>, message: ReceivedMessage) {
    if (connection.actor && !connection.isEnded)
      options.handle(connection, connection.actor, message)
  }

  function hello(connection: Connection<Actor>, message: ReceivedMessage) {
    if (message.type !== 'hello') return connection.close(CLOSED.unauthorized)
    connection.hasSaidHello = true
    const authenticated = authenticate(connection, message.token).catch((error: unknown) => {
      options.log.warn({ err: error }, 'a connection could not be let in')
      connection.close(INTERNAL_ERROR)
    })
    pending.add(authenticated)
    authenticated.finally(() => pending.delete(authenticated))
  }

  return {
    isFullFor(address: string): boolean {
      const others = unauthenticated.get(addressKey(address)) ?? 0
      return isLimited && others >= UNAUTHENTICATED_OF_AN_ADDRESS
    },
    /** A new connection; it is counted until it is ready or removed. */
    add(connection: Connection<Actor>) {
      early.set(connection, [])
      count(connection.address, 1)
    },
    remove,
    receive(connection: Connection<Actor>, message: ReceivedMessage) {
      if (isLimited && !messages.take(connection)) return connection.close(CLOSED.tooMany)
      if (!connection.hasSaidHello) hello(connection, message)
      else if (connection.isReady) handle(connection, message)
      else early.get(connection)?.push(message)
    },
    /** Resolves once no hello is being answered. */
    async settled() {
      await Promise.allSettled([...pending])
    },
  }
}

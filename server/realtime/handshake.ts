import { CLOSED, type ReceivedMessage } from '../../contract/realtime.ts'
import { createTokenBucket } from '../platform/concurrency/token-bucket.ts'
import type { Id } from '../platform/ids.ts'
import { ipKey, isFull, type Limits } from '../platform/limits.ts'
import type { Log } from '../platform/log.ts'
import type { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import type { ConnectionActor, MemberReads } from './member-reads.ts'
import { type RecentTopics, wasMissed } from './recent-topics.ts'

const CONNECTIONS_OF_A_MEMBER = 20
const UNAUTHENTICATED_OF_AN_IP = 200
/** Where Redis is away, each of them comes back twice a minute. */
const OPENED_PER_MINUTE = 120
const MESSAGES_PER_SECOND = 20
const MESSAGES_OF_A_MEMBER_PER_SECOND = 40
const INTERNAL_ERROR = 1011

type Hello = Extract<ReceivedMessage, { type: 'hello' }>

interface HandshakeOptions<Actor extends ConnectionActor> {
  hub: Hub<Connection<Actor>>
  recent: RecentTopics
  reads: MemberReads<Actor>
  clock: () => number
  log: Log<'debug' | 'warn'>
  isLimited: boolean
  limits: Limits
  /** Somebody at this address was not let in. */
  onRefused: (ip: string, reason: string) => void
  grant: (memberId: Id) => Promise<void>
  handle: (connection: Connection<Actor>, actor: Actor, message: ReceivedMessage) => void
}

/**
 * Authenticates connections by their hello and hands on the messages of members, in their order.
 * A connection receives from before its rights are read, so nothing falls between the two.
 */
export function createHandshake<Actor extends ConnectionActor>(options: HandshakeOptions<Actor>) {
  const { hub, reads, isLimited } = options
  const pendingConnections = createPendingConnections<Actor>()
  const opened = options.limits.of('sockets', OPENED_PER_MINUTE, 60)
  const messages = createTokenBucket<Connection<Actor>>(MESSAGES_PER_SECOND, options.clock)
  const handle = handleOfMembers(options)
  const pending = new Set<Promise<void>>()

  async function authenticate(connection: Connection<Actor>, { token, heardMsAgo }: Hello) {
    const actor = await reads.actorOfToken(token)
    if (!actor) {
      options.onRefused(connection.ip, 'unauthorized')
      return connection.close(CLOSED.unauthorized)
    }
    if (await isFull(opened, actor.id)) return connection.close(CLOSED.tooMany)
    if (connection.isEnded) return
    const others = hub.ofMember(actor.id)
    if (isLimited && others.size >= CONNECTIONS_OF_A_MEMBER) return connection.close(CLOSED.tooMany)
    for (const { rateLimitKey } of others) connection.rateLimitKey = rateLimitKey
    connection.actor = actor
    hub.add(connection)
    await options.grant(actor.id)
    // Asked again: it may have ended just before the hub knew whose connection this is.
    if (!(await reads.actorOfToken(token))) return connection.close(CLOSED.unauthorized)
    const unread = await reads.unread(actor)
    if (connection.isEnded) return
    const early = pendingConnections.remove(connection)
    connection.ready(unread, isMissed(connection, options, heardMsAgo))
    for (const message of early) handle(connection, message)
  }

  function hello(connection: Connection<Actor>, message: ReceivedMessage) {
    if (message.type !== 'hello') return connection.close(CLOSED.unauthorized)
    connection.hasSaidHello = true
    const authenticated = authenticate(connection, message).catch((error: unknown) => {
      options.log.warn({ err: error }, 'a connection could not be let in')
      connection.close(INTERNAL_ERROR)
    })
    pending.add(authenticated)
    authenticated.finally(() => pending.delete(authenticated))
  }

  return {
    isFullFor(ip: string): boolean {
      return isLimited && pendingConnections.countAt(ip) >= UNAUTHENTICATED_OF_AN_IP
    },
    /** A new connection; it is counted until it is ready or removed. */
    add: pendingConnections.add,
    remove: pendingConnections.remove,
    receive(connection: Connection<Actor>, message: ReceivedMessage) {
      if (isLimited && !messages.take(connection)) return connection.close(CLOSED.tooMany)
      if (!connection.hasSaidHello) hello(connection, message)
      else if (connection.isReady) handle(connection, message)
      else pendingConnections.keep(connection, message)
    },
    /** Resolves once no hello is being answered. */
    async settled() {
      await Promise.allSettled([...pending])
    },
  }
}

/** Of a member so much a second, however many connections they have. */
function handleOfMembers<Actor extends ConnectionActor>(options: HandshakeOptions<Actor>) {
  const messages = createTokenBucket(MESSAGES_OF_A_MEMBER_PER_SECOND, options.clock)
  return function handle(connection: Connection<Actor>, message: ReceivedMessage) {
    if (!connection.actor || connection.isEnded) return
    if (options.isLimited && !messages.take(connection.rateLimitKey))
      return connection.close(CLOSED.tooMany)
    options.handle(connection, connection.actor, message)
  }
}

/** Whether something may have been told before it came; undefined where that was not asked. */
function isMissed<Actor extends ConnectionActor>(
  connection: Connection<Actor>,
  { hub, recent }: Pick<HandshakeOptions<Actor>, 'hub' | 'recent'>,
  heardMsAgo: number | undefined,
) {
  return wasMissed(recent, hub.topicsOf(connection), connection.openedAt, heardMsAgo)
}

/**
 * The connections that are not ready yet: how many from where, and what they sent after their
 * hello.
 */
function createPendingConnections<Actor extends ConnectionActor>() {
  const counts = new Map<string, number>()
  const early = new Map<Connection<Actor>, ReceivedMessage[]>()

  function count(ip: string, by: 1 | -1) {
    const key = ipKey(ip)
    const next = (counts.get(key) ?? 0) + by
    if (next > 0) counts.set(key, next)
    else counts.delete(key)
  }

  return {
    countAt: (ip: string) => counts.get(ipKey(ip)) ?? 0,
    add(connection: Connection<Actor>) {
      early.set(connection, [])
      count(connection.ip, 1)
    },
    keep(connection: Connection<Actor>, message: ReceivedMessage) {
      early.get(connection)?.push(message)
    },
    /** It is ready now, or gone. Returns what it sent meanwhile. */
    remove(connection: Connection<Actor>): ReceivedMessage[] {
      const sent = early.get(connection) ?? []
      if (early.delete(connection)) count(connection.ip, -1)
      return sent
    },
  }
}

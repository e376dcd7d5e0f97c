import { setTimeout as pause } from 'node:timers/promises'
import { newUuid } from '../ids.ts'
import type { Log, RedisConnections } from '../redis/redis.ts'
import type { Bus, BusNews, DomainEvent, EventHandler, NewsHandler } from './bus.ts'
import { createPeers } from './redis-peers.ts'

// The bus of a server of several processes, over one channel of Redis. What this process announces
// is heard here at once, with or without Redis. What others announced while the line was down is
// not told later: whoever listens is told that something was missed, and reads what is true now.

const BEAT_EVERY_MS = 1_000
/** Without our own beats coming back for so long, nothing of others would come either. */
const DEAF_AFTER_MS = 5_000
/** While the line is down, whoever listens reads what is true so often. */
const READ_ANEW_EVERY_MS = 30_000
/** What is found missing after a break comes from all processes within a moment: it is told once. */
const MISSED_TOLD_AFTER_MS = 1_000
/** How long a start waits for the numbers of the others; who takes longer was missed. */
const MEET_WITHIN_MS = 1_500
const MEETING_MS = 5

type Said = {
  from: string
  number: number
  event?: DomainEvent
  /** Whoever hears it is to say their number at once. */
  isAsking?: true
  isLast?: true
}

/**
 * A process that heard and is heard, on lines that may break and come back. It is open once it
 * knows how much each of the others has said, so that nothing they say from then on is lost in
 * silence; Redis being away, or a process that hangs, keeps it waiting for a moment only.
 */
export async function openRedisBus(
  { prefix, publisher, subscriber }: RedisConnections,
  log: Log,
): Promise<Bus> {
  const process = newUuid()
  const channel = `${prefix}bus`
  const ownStart = `{"from":"${process}"`
  const hearers = new Set<EventHandler>()
  const watchers = new Set<NewsHandler>()
  const now = () => performance.now()
  const peers = createPeers({
    now,
    missed: () => {
      // While the line is down that is told anyway, at its pace and when the line is back.
      if (!isCut) missedSoon()
    },
    came: (peer) => report({ kind: 'process-came', process: peer }),
    left: (peer) => report({ kind: 'process-left', process: peer }),
  })
  let announced = 0
  let echoAt = now()
  let isCut = true
  let anewAt = now()
  let telling: NodeJS.Timeout | undefined

  function hear(event: DomainEvent, from: string) {
    for (const hear of hearers) hear(event, from)
  }

  function report(news: BusNews) {
    for (const watch of watchers) watch(news)
  }

  function say(said: Omit<Said, 'from'>) {
    return publisher.publish(channel, JSON.stringify({ from: process, ...said }))
  }

  function beat() {
    sayNumber()
    peers.sweep()
    const silentMs = now() - echoAt
    if (silentMs > DEAF_AFTER_MS) cut()
    if (isCut && now() - anewAt > READ_ANEW_EVERY_MS) missedSoon()
  }

  function cut() {
    markCut()
    // Our beats not coming back may be the fault of either line.
    if (subscriber.status === 'ready') subscriber.disconnect(true)
    if (publisher.status === 'ready') publisher.disconnect(true)
    echoAt = now()
  }

  /** A process of another version may say what this one cannot understand. */
  function hearFrom(process: string, event: DomainEvent) {
    try {
      hear(event, process)
    } catch (error) {
      log.warn({ err: error }, 'an announcement could not be understood')
    }
  }

  function markCut() {
    if (!isCut) anewAt = echoAt
    isCut = true
  }

  function missedSoon() {
    anewAt = now()
    telling ??= setTimeout(() => {
      telling = undefined
      log.info({}, 'something other processes said may be missed: every socket is to come back')
      report({ kind: 'missed' })
    }, MISSED_TOLD_AFTER_MS).unref()
  }

  function take(text: string) {
    if (text.startsWith(ownStart)) {
      echoAt = now()
      return
    }
    const said = read(text)
    if (!said) return
    const { from, number, event, isAsking, isLast } = said
    if (isLast) peers.goodbye(from, number)
    else if (!event) peers.alive(from, number)
    else if (peers.isNew(from, number)) hearFrom(from, event)
    if (isAsking) sayNumber()
  }

  function sayNumber() {
    say({ number: announced }).catch(() => {})
  }

  async function listen() {
    await subscriber.subscribe(channel)
    echoAt = now()
    isCut = false
    beat()
  }

  /** Redis tells how many hear the question, and each of them answers. */
  async function meet() {
    const hearers = await say({ number: announced, isAsking: true }).catch(() => 1)
    const others = hearers - 1
    const end = now() + MEET_WITHIN_MS
    while (peers.names().length < others && now() < end) await pause(MEETING_MS)
  }

  function tryAgain(error: Error) {
    log.warn({ reason: error.message }, 'Redis does not let this process listen')
    setTimeout(() => subscriber.disconnect(true), BEAT_EVERY_MS).unref()
  }

  subscriber.on('ready', () => void listen().then(missedSoon).catch(tryAgain))
  subscriber.on('close', markCut)
  subscriber.on('message', (_channel, text) => take(text))
  publisher.on('ready', beat)
  const beating = setInterval(beat, BEAT_EVERY_MS)
  beating.unref()
  // If Redis is away at the start, it is a break like any other.
  if (subscriber.status === 'ready') await listen().then(meet, tryAgain)
  peers.begin()

  return {
    process,
    publish(event) {
      hear(event, process)
      announced += 1
      say({ number: announced, event }).catch(() => {
        // It may still arrive, and late: the number that nobody gets makes others read anew.
        announced += 1
      })
    },
    subscribe(hearer) {
      hearers.add(hearer)
      return () => hearers.delete(hearer)
    },
    subscribeNews(watcher) {
      watchers.add(watcher)
      for (const peer of peers.names()) watcher({ kind: 'process-came', process: peer })
      return () => watchers.delete(watcher)
    },
    async close() {
      clearInterval(beating)
      clearTimeout(telling)
      await say({ number: announced, isLast: true }).catch(() => {})
    },
  }
}

/** Null for what no process of ours says. */
function read(text: string): Said | null {
  try {
    const said = JSON.parse(text)
    return typeof said?.from === 'string' && Number.isInteger(said.number) ? said : null
  } catch {
    return null
  }
}

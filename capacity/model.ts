import { ASSUMED } from './assumptions.ts'
import { COSTS, EMBEDDED_COSTS, ROWS, SINGLE } from './measurements.ts'

// What a community of some size asks for at its busiest, and what that costs each part. Everything
// is derived from what was measured and what is assumed; nothing here is a number of its own,
// beyond those of the product.

const DAY_SECONDS = 24 * 60 * 60
const YEAR_DAYS = 365
/** Of the product: how long notifications are kept, how often a socket and a session speak. */
const NOTIFICATIONS_KEPT_DAYS = 90
const PING_SECONDS = 25
const WORDS_OF_MEMBER = 25
/** Rows of the index for each message: a word stands there once for all of a stretch. */
const WORDS_OF_MESSAGE = 4
const assumed = (key: keyof typeof ASSUMED) => ASSUMED[key].value

/** How often each thing happens in a second at the peak, and how many sockets are open then. */
export interface Demand {
  members: number
  active: number
  sockets: number
  feedPages: number
  smallReads: number
  friendPages: number
  spaceSearches: number
  posts: number
  /** Friends of who posts: each may have the feed on screen. */
  friendsTold: number
  smallWrites: number
  messages: number
  deliveries: number
}

export function demandOf(members: number): Demand {
  const active = members * assumed('dailyShare')
  const atPeak = (aDay: number) => (active * aDay * assumed('peakToMean')) / DAY_SECONDS
  const posts = atPeak(assumed('postsPerDay'))
  const messages = atPeak(assumed('chatPerDay'))
  return {
    members,
    active,
    sockets: active * assumed('onlineShare'),
    feedPages: atPeak(assumed('sessionsPerDay') * assumed('feedPagesPerSession')),
    smallReads: atPeak(assumed('sessionsPerDay') * assumed('smallReadsPerSession')),
    friendPages: atPeak(assumed('friendPagesPerDay')),
    spaceSearches: atPeak(assumed('spaceSearchesPerDay')),
    posts,
    friendsTold: posts * assumed('friendsMean'),
    smallWrites: atPeak(assumed('smallWritesPerDay')),
    messages,
    deliveries: messages * assumed('listeners'),
  }
}

export function requestsOf(demand: Demand): number {
  const { feedPages, smallReads, posts, smallWrites, messages } = demand
  return feedPages + smallReads + posts + smallWrites + messages
}

/** Cores' worth of work at the peak. */
export interface Work {
  app: number
  /** Of each process, for the events on the bus that nobody on it listens for. */
  busWork: number
  reads: number
  writes: number
}

/** Of the server's processes and PostgreSQL. Members are counted and spaces found by index. */
export function workOf(demand: Demand): Work {
  const { feedPages, posts, friendsTold, messages, deliveries, sockets } = demand
  const { smallReads, smallWrites } = demand
  const cores = (times: number, cost: { value: number }) => (times * cost.value) / 1e6
  const pings = sockets / PING_SECONDS
  return {
    app:
      cores(requestsOf(demand), SINGLE.requestCount) +
      cores(feedPages, COSTS.feedPage.app) +
      cores(smallReads, COSTS.smallRead.app) +
      cores(posts, COSTS.post.app) +
      cores(friendsTold, COSTS.friendTold.app) +
      cores(messages + smallWrites, COSTS.message.app) +
      cores(deliveries + pings, COSTS.delivery.app),
    busWork: cores(eventsOf(demand), SINGLE.busEvent) + cores(friendsTold, SINGLE.busTopic),
    reads: cores(feedPages, COSTS.feedPage.database) + cores(smallReads, COSTS.smallRead.database),
    writes:
      cores(posts, COSTS.post.database) +
      cores(friendsTold, COSTS.friendTold.database) +
      cores(messages + smallWrites, COSTS.message.database),
  }
}

/** The same on the embedded database, where all is done by one process. */
export function embeddedWorkOf(demand: Demand): number {
  const { feedPages, smallReads, posts, friendsTold, messages, smallWrites, deliveries } = demand
  const micros =
    feedPages * EMBEDDED_COSTS.feedPage.value +
    smallReads * EMBEDDED_COSTS.smallRead.value +
    posts * EMBEDDED_COSTS.post.value +
    friendsTold * EMBEDDED_COSTS.friendTold.value +
    (messages + smallWrites) * EMBEDDED_COSTS.message.value +
    deliveries * COSTS.delivery.app.value
  return micros / 1e6
}

/** Events on the bus in a second. */
export function eventsOf({ posts, smallWrites, messages }: Demand): number {
  return posts + smallWrites + messages
}

/** Bytes. */
export interface Storage {
  /** Of what a member is and keeps, whatever the community's age. */
  standing: number
  growth: number
  /** What is read and written within the days that people look at. */
  working: number
  images: number
  sentAMonth: number
}

export function storageOf({ members, active }: Demand): Storage {
  const notifications =
    assumed('smallWritesPerDay') * assumed('dailyShare') * NOTIFICATIONS_KEPT_DAYS
  const standing =
    ROWS.user.value +
    ROWS.session.value +
    ROWS.word.value * WORDS_OF_MEMBER +
    ROWS.friendship.value * assumed('friendsMean') +
    ROWS.notification.value * notifications
  const daily =
    assumed('postsPerDay') * (ROWS.post.value + assumed('imageShare') * ROWS.image.value) +
    assumed('smallWritesPerDay') * Math.max(ROWS.reaction.value, ROWS.comment.value) +
    assumed('chatPerDay') * (ROWS.message.value + WORDS_OF_MESSAGE * ROWS.messageWord.value)
  const person =
    ROWS.user.value + ROWS.session.value + ROWS.friendship.value * assumed('friendsMean')
  const pages = assumed('sessionsPerDay') * assumed('feedPagesPerSession')
  const sent = assumed('feedPageBytes') + assumed('imagesPerPage') * assumed('imageSentBytes')
  return {
    standing: standing * members,
    growth: daily * active * YEAR_DAYS,
    working: active * person + daily * active * assumed('workingDays'),
    images:
      active * assumed('postsPerDay') * assumed('imageShare') * assumed('imageBytes') * YEAR_DAYS,
    sentAMonth: active * pages * sent * (YEAR_DAYS / 12),
  }
}

// What one of each thing costs, as the benches say. Renew a figure by running its command, where it
// has one; all are of one machine with two virtual cores, PostgreSQL 15 and Redis 7 on it as well.

export interface Measured {
  value: number
  unit: 'µs' | 'bytes'
  /** The command of `npm run bench`; "nothing" where there is none, and where it is from. */
  by: string
  on: string
}

// Servers, databases and the load shared the two cores: for the order of things.
const WORKERS = 'workers 20000 3 3'
const PLANS = 'plans 20000'
const WRITES = 'writes 20000'
const ON = '2026-11-21'
const ROWS_ON = '2026-11-22'
// The workers' bench does not come so far at the moment.
const BY_HAND = 'nothing: as chat prices a message, by hand on PostgreSQL'
const MESSAGE_ON = '2026-11-23'
const micros = (value: number, by = WORKERS): Measured => ({ value, unit: 'µs', by, on: ON })
const message = (value: number, by: string): Measured => ({ ...micros(value, by), on: MESSAGE_ON })
const bytes = (value: number, by = PLANS): Measured => ({ value, unit: 'bytes', by, on: ROWS_ON })

/**
 * Processor time of one: of the server's process, and of PostgreSQL. Posts are measured with 10 and
 * 500 friends and messages with 2 and 20 who receive them; what one more costs is the slope.
 */
export const COSTS = {
  feedPage: { app: micros(290), database: micros(161) },
  smallRead: { app: micros(181), database: micros(98) },
  /** Without the friends whose screens are told of it. */
  post: { app: micros(1_811), database: micros(1_298) },
  friendTold: { app: micros(0.8, WRITES), database: micros(0.5, WRITES) },
  message: { app: message(870, BY_HAND), database: message(690, BY_HAND) },
  delivery: { app: micros(7.5), database: micros(0) },
}

/** The same of the embedded database, which is in the process. */
export const EMBEDDED_COSTS = {
  feedPage: micros(169),
  smallRead: micros(54),
  post: micros(427),
  friendTold: micros(0.7, WRITES),
  message: message(360, 'chat'),
}

export const SINGLE = {
  /** An event of another process, though nobody here listens. */
  busEvent: micros(8.5),
  busTopic: micros(0.38),
  /** By Redis: taken in once, and passed on to each process. */
  redisPublish: micros(40, 'nothing: a guess from the columns of workers'),
  redisDelivery: micros(1.2),
  /** Every request is counted in Redis. */
  requestCount: micros(18.4),
  redisCount: micros(7),
  /** A row counted in an index of PostgreSQL; one searched for a text. */
  countedRow: micros(0.13, PLANS),
  searchedRow: micros(0.2, PLANS),
  socket: { ...bytes(16_200, 'chat'), on: ON },
}

/** Of a row in PostgreSQL, with its indexes. */
export const ROWS = {
  user: bytes(410),
  word: bytes(142),
  session: bytes(223),
  friendship: bytes(93),
  post: bytes(329),
  image: bytes(592),
  reaction: bytes(135),
  comment: bytes(178),
  notification: bytes(226),
  message: bytes(252, 'plans 5000'),
  /** By which the messages of a stretch are found. */
  messageWord: { ...bytes(91, 'plans 5000'), on: MESSAGE_ON },
}

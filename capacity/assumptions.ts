// What the simulator takes for given about a community and about the market. Nobody measured these
// here; each says why it is as it is, and the whole result moves with them.

export interface Assumption {
  value: number
  unit: string
  because: string
}

const assume = (value: number, unit: string, because: string): Assumption => ({
  value,
  unit,
  because,
})

export const ASSUMED = {
  dailyShare: assume(
    0.4,
    'of members a day',
    'large networks report 0.5–0.65 of the month’s; members include sleepers',
  ),
  sessionsPerDay: assume(6, 'per active member', 'a look every few hours'),
  feedPagesPerSession: assume(4, 'pages of ten', 'some scroll far, most see what is new'),
  smallReadsPerSession: assume(12, 'calls', 'what the client asks on start and on a few screens'),
  friendPagesPerDay: assume(1, 'per active member', 'each asks how many members there are'),
  spaceSearchesPerDay: assume(0.2, 'per active member', 'most go to the spaces they are in'),
  postsPerDay: assume(0.3, 'per active member', 'two a week'),
  smallWritesPerDay: assume(8, 'per active member', 'reactions, vibes, comments, requests'),
  chatPerDay: assume(15, 'messages per active member', 'a few talk much, most read'),
  listeners: assume(8, 'sockets per message', 'of a space’s members those who are there'),
  onlineShare: assume(
    0.15,
    'of the day’s at the peak',
    'as many have the page or the app open at once',
  ),
  peakToMean: assume(3, 'times', 'an evening in one time zone; several zones flatten it'),
  friendsMean: assume(150, 'friends', 'what people keep up with (Dunbar)'),
  membersPerSpace: assume(10, 'members', 'spaces are small: at most a hundred'),
  spacesPerMember: assume(3, 'spaces', 'a family, a team, a hobby'),
  imageShare: assume(0.4, 'of posts', 'people show more than they write'),
  imageBytes: assume(450_000, 'bytes, all widths', '1920, 960 and 480 pixels as WebP'),
  imagesPerPage: assume(4, 'pictures', 'of ten posts'),
  imageSentBytes: assume(60_000, 'bytes', 'the width a phone takes; half come from its cache'),
  feedPageBytes: assume(5_000, 'bytes', 'ten cards, compressed by the proxy'),
  workingDays: assume(14, 'days', 'what people look at is at most two weeks old'),
} satisfies Record<string, Assumption>

/** Of the machines: what one of each kind can be, and where it is called full. */
export const MACHINES = {
  postgresCores: assume(64, 'cores', 'the largest that is sold everywhere'),
  postgresMemory: assume(512e9, 'bytes', 'goes with 64 cores'),
  postgresStorage: assume(16e12, 'bytes', 'what a backup still comes back from within a day'),
  postgresConnections: assume(1_000, 'connections', 'each is a process; ten for each of ours'),
  redisCores: assume(1, 'core', 'Redis answers on one'),
  memoryOfCore: assume(8e9, 'bytes', 'how databases are sold'),
  fileSize: assume(100e9, 'bytes', 'a backup of one file still takes minutes'),
  socketsPerProcess: assume(
    10_000,
    'sockets',
    'a restart of one process brings all of them back at once',
  ),
}

/** US dollars a month, of the order of what large clouds ask without a contract. */
export const PRICES = {
  appCore: assume(25, 'a core-month', 'with 2–4 GB of memory'),
  databaseCore: assume(
    90,
    'a core-month',
    'managed, with 8 GB of memory; every primary has a standby',
  ),
  redisCore: assume(60, 'a core-month', 'managed, with a standby'),
  diskGigabyte: assume(0.15, 'a GB-month', 'SSD'),
  objectGigabyte: assume(0.02, 'a GB-month', 'S3 or the like'),
  sentGigabyte: assume(
    0.02,
    'a GB',
    'through a CDN by volume; list prices of clouds are four times that',
  ),
}
/** A primary and its standby. */
export const DATABASE_COPIES = 2

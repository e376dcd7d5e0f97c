import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createAccountJobs } from './accounts/deletion/account-jobs.ts'
import { createDeviceCookie } from './accounts/device-cookie.ts'
import { createFormerUsernames } from './accounts/former-usernames.ts'
import { createPasswords, PASSWORD_COST, type PasswordCost } from './accounts/password.ts'
import { createHostLink } from './accounts/registration/host-link.ts'
import {
  openRegistrationProofs,
  type ProofCost,
} from './accounts/registration/registration-proof.ts'
import { createPasskeyCeremony } from './accounts/second-factor/passkey-ceremony.ts'
import { createSecondFactorKeys } from './accounts/second-factor/second-factor-keys.ts'
import { createSeenDeviceHash } from './accounts/seen-device-hash.ts'
import { createSessionCache } from './accounts/session-cache.ts'
import { createTokenCodec } from './accounts/session-token.ts'
import {
  actorOfToken,
  actorsOfSessions,
  endedSessions,
  type SessionActor,
} from './accounts/sessions.ts'
import { createNewestVersion } from './admin/newest-version.ts'
import { createArchiveJobs } from './archive/export/archive-job.ts'
import { createImportJobs } from './archive/import/import-job.ts'
import { createArchiveStores } from './archive/stores.ts'
import { backgroundJobs } from './background-jobs.ts'
import { isImageDeletionLocked } from './backups/image-deletion-lock.ts'
import { createScheduledBackups } from './backups/run-backup.ts'
import { type CommunityReader, createCommunityReader } from './community/settings.ts'
import type { Config } from './config.ts'
import { openCoordination } from './coordination.ts'
import { createImageDecoder, type ImageDecoder } from './images/decoding/image-decoder.ts'
import { createImageStore } from './images/image-store.ts'
import type { MailTransport } from './mail/mail.ts'
import { createOutbox } from './mail/outbox.ts'
import { mailComposers } from './mail-composers.ts'
import { migrations } from './migrations/all.ts'
import { createNetworkName } from './network-name.ts'
import { countUnread } from './notifications/notification-list.ts'
import type { Clock } from './platform/clock.ts'
import { Mutex } from './platform/concurrency/mutex.ts'
import { databaseState } from './platform/database/database-state.ts'
import { narrowTables } from './platform/database/narrow-tables.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { openReplicas } from './platform/database/postgres/replicas.ts'
import { absentKey } from './platform/files/file-store.ts'
import { createFolderSize } from './platform/files/folder-size.ts'
import { openFiles } from './platform/files/open-files.ts'
import { clientIp } from './platform/http/client-ip.ts'
import { createUploads } from './platform/http/uploads.ts'
import { createLimits } from './platform/limits.ts'
import { oncePerMachine } from './platform/run-once-per.ts'
import type { SafeFetch } from './platform/safe-fetch/safe-fetch.ts'
import { openServerKeys } from './platform/server-keys.ts'
import { createPostCache } from './posts/cards/post-cache.ts'
import { createCommentCache } from './posts/comments/comment-cache.ts'
import { createPostJobs } from './posts/deletion/post-deletion.ts'
import { NewestPosts } from './posts/feeds/newest-posts.ts'
import { createLinkCards } from './posts/link-cards/link-cards.ts'
import { createPostActivity } from './posts/post-activity.ts'
import { presentCard } from './posts/present.ts'
import { createRealtimeServer } from './realtime/realtime-server.ts'
import { imagesInReports } from './reports/retention.ts'
import type { Schema } from './schema.ts'
import type { Services } from './services.ts'
import { countUnreadConversations } from './spaces/conversations/conversations.ts'
import { topicsOf } from './spaces/membership/membership.ts'
import { publishFilledCard } from './spaces/messages/message-link-cards.ts'
import { createSpaceJobs } from './spaces/space-jobs.ts'
import { createTransactionHooks } from './transaction-hooks.ts'

/** What the services get from outside, so that a test can replace it. */
export interface ServiceDependencies {
  clock: Clock
  log: FastifyBaseLogger
  mailTransport: MailTransport
  /** The way to what others serve on the internet. */
  safeFetch: SafeFetch
  /** They are less than they are by default only where nobody has a secret. */
  passwordCost?: PasswordCost
  proofCost?: ProofCost
  /** What is done when the disk fails to keep what was written. Without it all is refused. */
  onUnflushed?: (error: unknown) => void
  /** What commands that the server starts find their settings in, as it did. */
  environment?: Record<string, string | undefined>
}

/** On a database brought up to date. Nothing runs by itself before `startServices`. */
export async function openServices(config: Config, dependencies: ServiceDependencies) {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const engines = await openEngines(config, dependencies)
  const services = createServices(config, dependencies, engines)
  const jobs = backgroundJobs(services, engines.coordination.runOncePer, dependencies.log)
  return {
    services,
    /** For who serves: the command line leaves it to the server. */
    startServices() {
      for (const job of jobs) job.start()
    },
    async closeServices() {
      for (const job of jobs) await job.stop()
      await services.decoder.close()
      await dependencies.mailTransport.close()
      await engines.coordination.close()
      await engines.replicas.close()
      await engines.db.destroy()
    },
  }
}

type Engines = Awaited<ReturnType<typeof openEngines>>

/** Where everything is kept, and what the processes of one server share. */
async function openEngines(config: Config, { log, onUnflushed }: ServiceDependencies) {
  const db = await openDatabase<Schema>(config, migrations, { log, onUnflushed })
  const keys = await openServerKeys(db, config).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  const replicas = openReplicas(db, config.databaseReplicaUrls, log)
  const files = await openFiles(config, log)
  const archiveFiles = await openFiles(config, log, 'archives')
  // Nobody waits for a bucket that is away, but who starts the server hears of it at once.
  if (config.s3) files.open(absentKey()).catch(() => {})
  const coordination = await openCoordination(config, db, keys, log)
  return { db, keys, replicas, files, archiveFiles, coordination }
}

/** What is kept of what was read, as long as the database says that it holds. */
function createCaches(images: Services['images']) {
  const postCache = createPostCache({
    present: (row) => presentCard({ images }, row),
    imageQuery: images.signedQuery,
  })
  return { postCache, commentCache: createCommentCache(), newestPosts: new NewestPosts() }
}

function createServices(
  config: Config,
  dependencies: ServiceDependencies,
  engines: Engines,
): Services {
  const { clock, safeFetch, log, passwordCost = PASSWORD_COST } = dependencies
  const { db, keys, replicas } = engines
  const { bus, redis } = engines.coordination
  const decoder = createImageDecoder(dependencies)
  const images = createImages(config, dependencies, engines, decoder)
  const kept = createCaches(images)
  const limits = createLimits({ off: !config.rateLimits, redis })
  const community = createCommunityReader(db)
  const { publicUrl, dataDir, requireAdminSecondFactor, mailProblem, backups } = config
  const services = {
    ...{ db, bus, clock, images, decoder, safeFetch, community, ...kept },
    postActivity: createPostActivity({ db, bus }),
    ...{ publicUrl, dataDir, requireAdminSecondFactor, mailProblem, backups },
    onReplica: (work) => replicas.read((replica) => work({ db: replica, images, ...kept })),
    newestVersion: createNewestVersion(config.updateFeed, { safeFetch, clock }),
    imageBytes: createFolderSize(join(dataDir, 'images'), clock),
    uploads: createUploads(join(dataDir, 'uploads')),
    outbox: createMailOutbox(config, dependencies, engines, community),
    limits,
    tokens: createTokenCodec(keys('session tokens')),
    sessionCache: createSessionCache(db),
    passwords: createPasswords(passwordCost),
    deviceCookie: createDeviceCookie(keys('known devices'), publicUrl),
    seenDeviceHash: createSeenDeviceHash(keys('known devices')),
    secondFactorKeys: createSecondFactorKeys(keys),
    passkeyCeremony: createPasskeyCeremony({
      ...{ db, clock, publicUrl, key: keys('passkey challenges') },
    }),
    hostLink: createHostLink(keys('host link'), publicUrl),
    registrationProofs: openRegistrationProofs(config, dependencies, { limits, keys }),
    formerUsernames: createFormerUsernames(keys('former usernames')),
    ...createArchiveStores({
      ...{ db, clock, dataDir, files: engines.archiveFiles, isInBucket: config.s3 !== null },
      signingKey: keys('archive links'),
    }),
    networkName: createNetworkName(keys('log'), { isAddress: config.logAddresses }),
    hooks: createTransactionHooks({ clock, images }),
    topicsOf: async (actor) => ['everyone', ...(await topicsOf(actor, { db }))],
  } satisfies Omit<Services, Later>
  const slices = { log, runOncePer: engines.coordination.runOncePer, looking: new Mutex() }
  return Object.assign(services, {
    scheduledBackups: createScheduledBackups(config, { ...dependencies, db }, slices.runOncePer),
    accountJobs: createAccountJobs(services, slices),
    postJobs: createPostJobs(services, slices),
    spaceJobs: createSpaceJobs(services, slices),
    linkCards: createLinkCards(services, { ...slices, isOn: config.linkCards, publishFilledCard }),
    archiveJobs: createArchiveJobs(services, slices),
    // Of several machines one may have no room for what another could read.
    importJobs: createImportJobs(services, {
      ...slices,
      runOncePer: oncePerMachine(slices.runOncePer, config.dataDir),
    }),
    realtime: createRealtime(config, dependencies, services, engines),
  })
}

type Later = 'realtime' | 'linkCards' | 'scheduledBackups' | `${string}Jobs`

function createImages(
  { dataDir }: Config,
  { clock, log }: ServiceDependencies,
  { db, keys, files, coordination }: Engines,
  decoder: ImageDecoder,
) {
  return createImageStore({
    ...{ files, decoder, clock, log },
    db: narrowTables(db),
    signingKey: keys('picture addresses'),
    runOncePer: coordination.runOncePer,
    keptIds: imagesInReports(),
    isDeletionLocked: () => isImageDeletionLocked(dataDir),
  })
}

function createMailOutbox(
  { publicUrl, backupKeepDays }: Config,
  { clock, log, mailTransport }: ServiceDependencies,
  { db, coordination }: Engines,
  community: CommunityReader,
) {
  return createOutbox({
    ...{ clock, log, transport: mailTransport },
    db: narrowTables(db),
    sender: () => community.read(),
    composers: mailComposers({
      ...{ db, bus: coordination.bus, clock, publicUrl, community, backupKeepDays },
    }),
  })
}

type Authenticating = Pick<
  Services,
  'db' | 'bus' | 'clock' | 'limits' | 'tokens' | 'sessionCache' | 'topicsOf' | 'networkName'
>

function createRealtime(
  { publicUrl, trustedProxies, rateLimits, databaseUrl }: Config,
  { clock, log }: ServiceDependencies,
  services: Authenticating,
  { db, coordination }: Engines,
) {
  return createRealtimeServer({
    ...{ bus: services.bus, clock, log, publicUrl },
    ipOf: clientIp(trustedProxies),
    isLimited: rateLimits,
    limits: services.limits,
    onRefused: (ip, reason) =>
      log.info(
        { route: '/api/realtime', reason, network: services.networkName(ip) },
        'socket refused',
      ),
    // With Redis the command line publishes what it does.
    databaseState: coordination.redis ? null : databaseState(db, databaseUrl !== null),
    reads: {
      actorOfToken: (token) => actorOfToken(services, token),
      actorsOfSessions: (sessionIds) => actorsOfSessions(services, sessionIds),
      endedSessions: (sessionIds) => endedSessions(services, sessionIds),
      topicsOf: (actor: SessionActor) => services.topicsOf(actor),
      unreadCount: (actor) => countUnread(actor, services),
      unread: async (actor) => ({
        unreadCount: await countUnread(actor, services),
        unreadConversations: await countUnreadConversations(actor, services),
      }),
    },
  })
}

import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { accountMails } from './accounts/account-mails.ts'
import { deleteExpiredSessions } from './accounts/expire-sessions.ts'
import { createPasswords, PASSWORD_COST, type PasswordCost } from './accounts/password.ts'
import { createTokenCodec } from './accounts/session-token.ts'
import { actorOfToken, actorsOfSessions, endedSessions } from './accounts/sessions.ts'
import type { Config } from './config.ts'
import { migrations } from './migrations/all.ts'
import { countUnread } from './notifications/notification-list.ts'
import { trimNotifications } from './notifications/retention.ts'
import { arePicturesHeld } from './platform/backup/picture-lock.ts'
import type { Clock } from './platform/clock.ts'
import { openCoordination } from './platform/coordination.ts'
import { narrowTables } from './platform/database/narrow-tables.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { openReplicas } from './platform/database/replicas.ts'
import { openFiles } from './platform/files/open-files.ts'
import { everyHour } from './platform/hourly.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { deleteExpiredIdempotencyKeys } from './platform/idempotency.ts'
import { createImageDecoder } from './platform/images/image-decoder.ts'
import { createImageStore } from './platform/images/image-store.ts'
import { createLimits } from './platform/limits.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import type { MailTransport } from './platform/mail/transport.ts'
import type { Authenticator } from './platform/realtime/authenticator.ts'
import { createRealtimeServer } from './platform/realtime/realtime-server.ts'
import type { SafeFetch } from './platform/safe-fetch/safe-fetch.ts'
import { serverKey } from './platform/server-keys.ts'
import { trimFeeds } from './posts/event-handlers.ts'
import { createPostCache } from './posts/post-cache.ts'
import { presentCard } from './posts/present.ts'
import type { Schema } from './schema.ts'
import type { Actor, Services } from './services.ts'
import { topicsOf } from './spaces/membership.ts'
import { createTransactionHooks } from './transaction-hooks.ts'

/** What the services get from outside, so that a test can hold it in its hands. */
export interface ServiceDependencies {
  clock: Clock
  log: FastifyBaseLogger
  mailTransport: MailTransport
  /** The way to what others serve on the internet. */
  safeFetch: SafeFetch
  /** Less than `PASSWORD_COST` only where nobody has a secret. */
  passwordCost?: PasswordCost
}

/** What the verbs work with, on a database brought up to date; nothing of it runs by itself yet. */
export async function openServices(
  settings: Config,
  { clock, log, mailTransport, safeFetch, passwordCost = PASSWORD_COST }: ServiceDependencies,
) {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase<Schema>(settings, migrations, log)
  const replicas = openReplicas(db, settings.databaseReplicaUrls, log)
  const { publicUrl } = settings
  const decoder = createImageDecoder({ log })
  const files = await openFiles(settings, log)
  const coordination = await openCoordination(settings, () => serverKey(db, 'house'), log)
  const images = createImageStore({
    db: narrowTables(db),
    files,
    decoder,
    clock,
    signingKey: await serverKey(db, 'media'),
    withLock: coordination.withLock,
    log,
    areHeld: () => arePicturesHeld(settings.dataDir),
  })
  const outbox = createOutbox({
    db: narrowTables(db),
    clock,
    log,
    transport: mailTransport,
    composers: accountMails({ db, bus: coordination.bus, clock, publicUrl }),
  })
  const tokens = createTokenCodec(await serverKey(db, 'session'))
  const { bus, withLock } = coordination
  const listensTo: Services['listensTo'] = [(actor) => topicsOf(actor, { db })]
  const postCache = createPostCache({
    clock,
    present: (row) => presentCard({ images }, row),
    addressesHoldUntil: images.addressesHoldUntil,
  })
  const services: Services = {
    db,
    onReplica: (work) => replicas.read((there) => work({ db: there, images, postCache })),
    clock,
    outbox,
    images,
    decoder,
    safeFetch,
    postCache,
    limits: createLimits({ off: !settings.rateLimits, redis: coordination.redis }),
    tokens,
    passwords: createPasswords(passwordCost),
    publicUrl,
    dataDir: settings.dataDir,
    bus,
    hooks: createTransactionHooks({ clock, images }),
    listensTo,
    realtime: createRealtimeServer({
      bus,
      clock,
      log,
      publicUrl,
      addressOf: clientAddress(settings.trustedProxies),
      isLimited: settings.rateLimits,
      authenticator: authenticatorOf({ db, clock, tokens, listensTo }),
    }),
  }
  const hourly = everyHour(
    {
      deleteExpiredSessions: () => deleteExpiredSessions(services),
      deleteExpiredIdempotencyKeys: () => deleteExpiredIdempotencyKeys(db, clock()),
      trimFeeds: () => trimFeeds(services),
      trimNotifications: () => trimNotifications(services),
    },
    withLock,
    log,
  )
  return {
    services,
    async closeServices() {
      await hourly.stop()
      await outbox.stop()
      await images.stop()
      await decoder.close()
      await mailTransport.close()
      await coordination.close()
      await replicas.close()
      await db.destroy()
    },
  }
}

/** What the realtime server asks of the rooms. */
function authenticatorOf(
  services: Pick<Services, 'db' | 'clock' | 'tokens' | 'listensTo'>,
): Authenticator<Actor> {
  return {
    actorOfToken: (token) => actorOfToken(services, token),
    actorsOfSessions: (sessionIds) => actorsOfSessions(services, sessionIds),
    endedSessions: (sessionIds) => endedSessions(services, sessionIds),
    async topicsOf(actor) {
      const topics = services.listensTo.map((topicsOf) => topicsOf(actor))
      return (await Promise.all(topics)).flat()
    },
    unreadCount: (actor) => countUnread(actor, services),
  }
}

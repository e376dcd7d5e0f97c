import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { accountMails } from './accounts/account-mails.ts'
import { forgetEndedAccess } from './accounts/ended-access.ts'
import { createPasswords, PASSWORD_COST, type PasswordCost } from './accounts/password.ts'
import { createTokenCodec } from './accounts/session-token.ts'
import { actorOfToken, actorsOfSessions, endedSessions } from './accounts/sessions.ts'
import { indexMember } from './friends/search-index.ts'
import { migrations } from './migrations/all.ts'
import { forgetNotificationsFrom, forgetOldNotifications } from './notifications/forgetting.ts'
import { countUnread } from './notifications/reading.ts'
import { arePicturesHeld } from './platform/backup/picture-hold.ts'
import type { Clock } from './platform/clock.ts'
import { narrowed } from './platform/database/narrowed.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { openReplicas } from './platform/database/replicas.ts'
import { openFiles } from './platform/files/open-files.ts'
import { everyHour } from './platform/hourly.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { forgetOldKeys } from './platform/idempotency.ts'
import { createImageDecoder } from './platform/images/image-decoder.ts'
import { createImageStore } from './platform/images/image-store.ts'
import { createLimits } from './platform/limits.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import type { MailTransport } from './platform/mail/transport.ts'
import type { Outside } from './platform/outside/outside.ts'
import type { Porter } from './platform/realtime/delivery.ts'
import { createStream } from './platform/realtime/stream.ts'
import { serverKey } from './platform/server-keys.ts'
import { openShared } from './platform/shared.ts'
import {
  changeAudience,
  forgetPostsOf,
  hideFromFormerFriend,
  renewCardsWith,
  showToNewFriend,
  trimFeeds,
} from './posts/keeping-in-step.ts'
import { createPostCards } from './posts/post-cards.ts'
import { presentCard } from './posts/present.ts'
import type { Schema } from './schema.ts'
import type { Actor, Services } from './services.ts'
import type { Settings } from './settings.ts'
import { forgetMemberOfSpaces } from './spaces/forgetting-members.ts'
import { topicsOf } from './spaces/membership.ts'

/** What the services get from outside, so that a test can hold it in its hands. */
export interface ServicesWorld {
  clock: Clock
  log: FastifyBaseLogger
  mailTransport: MailTransport
  /** The way to what others serve on the internet. */
  outside: Outside
  /** Less than `PASSWORD_COST` only where nobody has a secret. */
  passwordCost?: PasswordCost
}

/** What the verbs work with, on a database brought up to date; nothing of it runs by itself yet. */
export async function openServices(
  settings: Settings,
  { clock, log, mailTransport, outside, passwordCost = PASSWORD_COST }: ServicesWorld,
) {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase<Schema>(settings, migrations, log)
  const replicas = openReplicas(db, settings.databaseReplicaUrls, log)
  const { publicUrl } = settings
  const decoder = createImageDecoder({ log })
  const files = await openFiles(settings, log)
  const shared = await openShared(settings, () => serverKey(db, 'house'), log)
  const images = createImageStore({
    db: narrowed(db),
    files,
    decoder,
    clock,
    signingKey: await serverKey(db, 'media'),
    onlyOne: shared.onlyOne,
    log,
    areHeld: () => arePicturesHeld(settings.dataDir),
  })
  const outbox = createOutbox({
    db: narrowed(db),
    clock,
    log,
    transport: mailTransport,
    composers: accountMails({ db, clock, publicUrl }),
  })
  const tokens = createTokenCodec(await serverKey(db, 'session'))
  const { bus, onlyOne } = shared
  const listensTo: Services['listensTo'] = [(actor) => topicsOf(actor, { db })]
  const services: Services = {
    db,
    onReplica: (work) =>
      replicas.read((there) => work(there === db ? services : { ...services, db: there })),
    clock,
    outbox,
    images,
    decoder,
    outside,
    postCards: createPostCards({
      clock,
      present: (row) => presentCard({ images }, row),
      addressesHoldUntil: images.addressesHoldUntil,
    }),
    limits: createLimits({ off: !settings.rateLimits, redis: shared.redis }),
    tokens,
    passwords: createPasswords(passwordCost),
    publicUrl,
    dataDir: settings.dataDir,
    bus,
    friendshipMade: [showToNewFriend],
    friendshipEnded: [hideFromFormerFriend],
    privacyChanged: [changeAudience],
    memberChanged: [indexMember],
    authorChanged: [renewCardsWith],
    forgetMember: [
      // First, while what they speak of is still there.
      forgetNotificationsFrom,
      (changing, memberId) => forgetPostsOf({ images }, changing.trx, memberId),
      (changing, memberId) => forgetMemberOfSpaces({ clock, images }, changing, memberId),
    ],
    listensTo,
    stream: createStream({
      bus,
      clock,
      log,
      publicUrl,
      addressOf: clientAddress(settings.trustedProxies),
      isLimited: settings.rateLimits,
      porter: porterOf({ db, clock, tokens, listensTo }),
    }),
  }
  const hourly = everyHour(
    {
      forgetEndedAccess: () => forgetEndedAccess(services),
      forgetOldKeys: () => forgetOldKeys(db, clock()),
      trimFeeds: () => trimFeeds(services),
      forgetOldNotifications: () => forgetOldNotifications(services),
    },
    onlyOne,
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
      await shared.close()
      await replicas.close()
      await db.destroy()
    },
  }
}

/** What the stream asks of the rooms. */
function porterOf(
  services: Pick<Services, 'db' | 'clock' | 'tokens' | 'listensTo'>,
): Porter<Actor> {
  return {
    visitorOfToken: (token) => actorOfToken(services, token),
    visitorsOfSessions: (sessionIds) => actorsOfSessions(services, sessionIds),
    endedSessions: (sessionIds) => endedSessions(services, sessionIds),
    async topicsOf(actor) {
      const topics = services.listensTo.map((topicsOf) => topicsOf(actor))
      return (await Promise.all(topics)).flat()
    },
    unreadCount: (actor) => countUnread(actor, services),
  }
}

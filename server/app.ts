import { mkdirSync } from 'node:fs'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { z } from 'zod'
import { accountMails } from './accounts/account-mails.ts'
import { forgetEndedAccess } from './accounts/ended-access.ts'
import { createPasswords, PASSWORD_COST, type PasswordCost } from './accounts/password.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createTokenCodec } from './accounts/session-token.ts'
import { actorOfToken, actorsOfSessions, endedSessions } from './accounts/sessions.ts'
import { requireSignIn } from './accounts/sign-in-required.ts'
import { adminRoutes } from './admin/routes.ts'
import { friendRoutes } from './friends/routes.ts'
import { indexMember } from './friends/search-index.ts'
import { houseMetrics } from './house-metrics.ts'
import { migrations } from './migrations/all.ts'
import { forgetNotificationsFrom, forgetOldNotifications } from './notifications/forgetting.ts'
import { countUnread } from './notifications/reading.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { arePicturesHeld } from './platform/backup/picture-hold.ts'
import type { Clock } from './platform/clock.ts'
import { narrowed } from './platform/database/narrowed.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { openReplicas } from './platform/database/replicas.ts'
import { openFiles } from './platform/files/open-files.ts'
import { everyHour } from './platform/hourly.ts'
import type { ApiRoutes } from './platform/http/api.ts'
import { describeApi, serveApiDocs } from './platform/http/api-docs.ts'
import { registerBodies } from './platform/http/bodies.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { registerClientFiles } from './platform/http/client-files.ts'
import { registerContractCompilers } from './platform/http/compilers.ts'
import { registerErrorEdge, sendRefusal } from './platform/http/error-edge.ts'
import type { FrontDoor } from './platform/http/front-door.ts'
import { registerPageSecurity } from './platform/http/page-security.ts'
import { Refusal } from './platform/http/refusal.ts'
import { answerRequestIds, requestIdOf } from './platform/http/request-ids.ts'
import { forgetOldKeys } from './platform/idempotency.ts'
import { createImageDecoder } from './platform/images/image-decoder.ts'
import { createImageStore } from './platform/images/image-store.ts'
import { mediaRoutes } from './platform/images/media-routes.ts'
import { createLimits } from './platform/limits.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import type { MailTransport } from './platform/mail/transport.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { metricsRoute } from './platform/metrics/routes.ts'
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
import { postRoutes } from './posts/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import type { Schema } from './schema.ts'
import type { Actor, Services } from './services.ts'
import type { Settings } from './settings.ts'
import { forgetMemberOfSpaces } from './spaces/forgetting-members.ts'
import { topicsOf } from './spaces/membership.ts'
import { spaceRoutes } from './spaces/routes.ts'

/** What the house gets from outside, so that a test can hold it in its hands. */
export interface OutsideWorld {
  clock: Clock
  log: FastifyBaseLogger
  mailTransport: MailTransport
  /** The way to what others serve on the internet. */
  outside: Outside
  /** Less than `PASSWORD_COST` only where nobody has a secret. */
  passwordCost?: PasswordCost
  /** Folder of the built client. */
  clientFolder: string
}

export interface House {
  app: FastifyInstance
  services: Services
  /** Lets requests in flight finish, then closes everything down to the database. */
  close(): Promise<void>
}

/** Opens the database, brings it up to date and builds the server behind the front door. */
export async function openHouse(
  settings: Settings,
  world: OutsideWorld,
  door: FrontDoor,
): Promise<House> {
  const { services, closeServices } = await openServices(settings, world)
  const app = await buildApp(settings, world, door, services)
  services.outbox.start()
  services.images.start()
  door.open(app.routing, services.stream.upgrade)
  return {
    app,
    services,
    async close() {
      const doorClosed = door.close()
      // An open socket would keep the door from closing.
      await services.stream.close()
      await doorClosed
      await app.close()
      await closeServices()
    },
  }
}

/** What the verbs work with, on a database brought up to date; nothing of it runs by itself yet. */
export async function openServices(
  settings: Settings,
  {
    clock,
    log,
    mailTransport,
    outside,
    passwordCost = PASSWORD_COST,
  }: Omit<OutsideWorld, 'clientFolder'>,
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

async function buildApp(
  settings: Settings,
  { log, clientFolder }: OutsideWorld,
  door: FrontDoor,
  services: Services,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    genReqId: requestIdOf,
    // The access log below names the route only; an address may hold a secret.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    serverFactory: () => door.server,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) =>
      sendRefusal(reply, new Refusal('bad_request', 'This address could not be read.')),
  })
  registerBodies(app)
  registerContractCompilers(app)
  registerErrorEdge(app)
  registerAccessLog(app)
  answerRequestIds(app)
  registerPageSecurity(app, settings.publicUrl)
  await app.register(multipart)
  await describeApi(app)
  const metrics = createMetrics(houseMetrics(services))
  metrics.watch(app)
  await app.register(
    async (api) => {
      registerApi(api as ApiRoutes, services)
      metricsRoute(api as ApiRoutes, metrics, settings.metricsToken)
    },
    { prefix: '/api' },
  )
  await serveApiDocs(app)
  await app.register(async (media) => mediaRoutes(media, services.images))
  await registerClientFiles(app, clientFolder)
  await app.ready()
  return app
}

function registerApi(api: ApiRoutes, services: Services) {
  requireSignIn(api, services)
  // What a member may see is for their eyes now, not for a cache to keep.
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  api.get(
    '/health',
    {
      config: { audience: 'anyone' },
      schema: { response: { 200: z.object({ status: z.literal('ok') }) } },
    },
    async () => {
      await services.db.selectFrom('counters').select('name').limit(1).execute()
      return { status: 'ok' as const }
    },
  )
  accountRoutes(api, services)
  friendRoutes(api, services)
  profileRoutes(api, services)
  postRoutes(api, services)
  spaceRoutes(api, services)
  notificationRoutes(api, services)
  adminRoutes(api, services)
}

function registerAccessLog(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const { method, actor } = request
    const route = request.routeOptions.url ?? '(none)'
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route, status: reply.statusCode, ms, member: actor?.id }, 'answered')
  })
}

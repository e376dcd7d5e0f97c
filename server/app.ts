import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { Kysely } from 'kysely'
import { z } from 'zod'
import { accountMails } from './accounts/account-mails.ts'
import { forgetEndedAccess } from './accounts/ended-access.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createTokenCodec } from './accounts/session-token.ts'
import { requireSignIn } from './accounts/sign-in-required.ts'
import { migrations } from './migrations/all.ts'
import type { Clock } from './platform/clock.ts'
import { migrate } from './platform/database/migrate.ts'
import { narrowed } from './platform/database/narrowed.ts'
import { sqliteDialect } from './platform/database/sqlite-dialect.ts'
import { createLocalFiles } from './platform/files/local-files.ts'
import { everyHour } from './platform/hourly.ts'
import type { ApiRoutes } from './platform/http/api.ts'
import { describeApi, serveApiDocs } from './platform/http/api-docs.ts'
import { registerClientFiles } from './platform/http/client-files.ts'
import { registerContractCompilers } from './platform/http/compilers.ts'
import { registerErrorEdge, sendRefusal } from './platform/http/error-edge.ts'
import type { FrontDoor } from './platform/http/front-door.ts'
import { registerPageSecurity } from './platform/http/page-security.ts'
import { Refusal } from './platform/http/refusal.ts'
import { forgetOldKeys } from './platform/idempotency.ts'
import { createImageDecoder } from './platform/images/image-decoder.ts'
import { createImageStore } from './platform/images/image-store.ts'
import { mediaRoutes } from './platform/images/media-routes.ts'
import { createLimits } from './platform/limits.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import type { MailTransport } from './platform/mail/transport.ts'
import { serverKey } from './platform/server-keys.ts'
import {
  changeAudience,
  forgetPostsOf,
  hideFromFormerFriend,
  showToNewFriend,
  trimFeeds,
} from './posts/keeping-in-step.ts'
import { postRoutes } from './posts/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import type { Schema } from './schema.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'

/** What the house gets from outside, so that a test can hold it in its hands. */
export interface OutsideWorld {
  clock: Clock
  log: FastifyBaseLogger
  mailTransport: MailTransport
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
  door.open(app.routing)
  return {
    app,
    services,
    async close() {
      await door.close()
      await app.close()
      await closeServices()
    },
  }
}

async function openServices(settings: Settings, { clock, log, mailTransport }: OutsideWorld) {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const db = new Kysely<Schema>({ dialect: sqliteDialect(join(settings.dataDir, 'snug.db')) })
  await migrate(db, migrations)
  const { publicUrl } = settings
  const decoder = createImageDecoder({ log })
  const images = createImageStore({
    db: narrowed(db),
    files: createLocalFiles(join(settings.dataDir, 'images')),
    decoder,
    clock,
    signingKey: await serverKey(db, 'media'),
    log,
  })
  const outbox = createOutbox({
    db: narrowed(db),
    clock,
    log,
    transport: mailTransport,
    composers: accountMails({ db, clock, publicUrl }),
  })
  const services: Services = {
    db,
    clock,
    outbox,
    images,
    limits: createLimits({ off: !settings.rateLimits }),
    tokens: createTokenCodec(await serverKey(db, 'session')),
    publicUrl,
    friendshipMade: [showToNewFriend],
    friendshipEnded: [hideFromFormerFriend],
    privacyChanged: [changeAudience],
    forgetMember: [(trx, memberId) => forgetPostsOf({ images }, trx, memberId)],
  }
  const hourly = everyHour(
    {
      forgetEndedAccess: () => forgetEndedAccess(services),
      forgetOldKeys: () => forgetOldKeys(db, clock()),
      trimFeeds: () => trimFeeds(services),
    },
    log,
  )
  outbox.start()
  images.start()
  return {
    services,
    async closeServices() {
      await hourly.stop()
      await outbox.stop()
      await images.stop()
      await decoder.close()
      await mailTransport.close()
      await db.destroy()
    },
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
    // The access log below names the route only; an address may hold a secret.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    serverFactory: () => door.server,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) =>
      sendRefusal(reply, new Refusal('bad_request', 'This address could not be read.')),
  })
  registerContractCompilers(app)
  registerErrorEdge(app)
  registerAccessLog(app)
  await registerPageSecurity(app, settings.publicUrl)
  await app.register(multipart)
  await describeApi(app)
  await app.register(async (api) => registerApi(api as ApiRoutes, services), { prefix: '/api' })
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
  profileRoutes(api, services)
  postRoutes(api, services)
}

function registerAccessLog(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const { method, actor } = request
    const route = request.routeOptions.url ?? '(none)'
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route, status: reply.statusCode, ms, member: actor?.id }, 'answered')
  })
}

import type { RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { z } from 'zod'
import { logCachedResponse, registerAccessLog } from './access-log.ts'
import { knownCaller, registerAuthHook } from './accounts/auth-hook.ts'
import { accountRoutes } from './accounts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { nameSchemas } from './api-components.ts'
import { appMetrics } from './app-metrics.ts'
import { deletionRoutes } from './archive/account-deletion/deletion-routes.ts'
import { archiveRoutes } from './archive/export/archive-routes.ts'
import { importRoutes } from './archive/import/import-routes.ts'
import { suspendedArchiveRoutes } from './archive/suspended/suspended-routes.ts'
import { communityFiles } from './community/client-page.ts'
import { communityRoutes } from './community/routes.ts'
import type { Config } from './config.ts'
import { friendRoutes } from './friends/routes.ts'
import { imageHttpError } from './images/image-http-error.ts'
import { mediaRoutes } from './images/media-routes.ts'
import { signedImageUrlsExpireAt } from './images/signed-image-urls.ts'
import { mentionRoutes } from './mentions/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { openServices, type ServiceDependencies } from './open-services.ts'
import { followRoutes, serveApiDocs } from './platform/api-docs/api-docs.ts'
import type { ApiRoutes } from './platform/http/api.ts'
import { registerBodyParsers } from './platform/http/body-parsers.ts'
import { registerClientFiles } from './platform/http/client-files.ts'
import { registerContractCompilers } from './platform/http/compilers.ts'
import { compressAnswers } from './platform/http/compress.ts'
import { registerErrorHandler, sendHttpError } from './platform/http/error-handler.ts'
import { HttpError } from './platform/http/http-error.ts'
import type { HttpServer } from './platform/http/http-server.ts'
import { registerForms } from './platform/http/multipart-form.ts'
import { answerRequestIds, requestIdOf } from './platform/http/request-ids.ts'
import { createResponseCache, type ResponseCache } from './platform/http/response-cache.ts'
import {
  countCalls,
  type DeclaredRoute,
  GENERAL,
  requireDeclaredRoutes,
  serverRoute,
} from './platform/http/route.ts'
import { followRequests } from './platform/http/running-requests.ts'
import { forbidSniffing, securityHeaders } from './platform/http/security-headers.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { metricsRoute } from './platform/metrics/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { describeRealtime } from './realtime/api-description.ts'
import { reportRoutes } from './reports/routes.ts'
import type { Services } from './services.ts'
import { conversationRoutes } from './spaces/conversations/conversation-routes.ts'
import { spaceRoutes } from './spaces/routes.ts'
import { isLinkImageShown, isPhotoShown, mayOpenImage } from './visibility/open-image.ts'
import { isFirst } from './workers.ts'

export interface ServerDependencies extends ServiceDependencies {
  clientFolder: string
}

export interface SnugServer {
  app: FastifyInstance
  /** Every request comes in here. */
  handle: RequestListener
  /** The routes of the API and of pictures, by method and address. */
  routes: ReadonlyMap<string, DeclaredRoute>
  services: Services
  /** Lets requests in flight finish, then closes everything down to the database. */
  close(): Promise<void>
}

/**
 * The longest text fits, whatever its script and however it is escaped; but for posts and settings.
 */
const JSON_MAX_BYTES = 32 * 1024

/** Opens the database, brings it up to date and builds the server behind its HTTP server. */
export async function buildServer(
  config: Config,
  dependencies: ServerDependencies,
  httpServer: HttpServer,
): Promise<SnugServer> {
  const { services, startServices, closeServices } = await openServices(config, dependencies)
  const routes = new Map<string, DeclaredRoute>()
  const metrics = createMetrics(appMetrics(services))
  const responseCache = openResponseCache(services, dependencies, metrics)
  const parts = { services, routes, metrics, responseCache }
  const { app, requests } = await buildApp(config, dependencies, httpServer, parts)
  const handle = responseCache.before(app.routing, requests.follow)
  startServices()
  if (isFirst && config.mailProblem !== null) dependencies.log.warn({}, config.mailProblem)
  await services.uploads.sweep()
  httpServer.open(handle, services.realtime.upgrade)
  return {
    app,
    handle,
    routes,
    services,
    async close() {
      const httpServerClosed = httpServer.close()
      // An open socket would keep the HTTP server from closing.
      await services.realtime.close()
      await httpServerClosed
      await requests.finished()
      await app.close()
      await closeServices()
    },
  }
}

interface AppParts {
  services: Services
  routes: Map<string, DeclaredRoute>
  metrics: Metrics
  responseCache: ResponseCache
}

/** What only the clock changes, such as the end of a term, shows after so long. */
const KEPT_MAX_MS = 10_000

function openResponseCache(services: Services, { log }: ServerDependencies, metrics: Metrics) {
  const count = countCalls(services.limits)
  return createResponseCache({
    db: services.db,
    clock: services.clock,
    holdsUntil: (now) => Math.min(now + KEPT_MAX_MS, signedImageUrlsExpireAt(now)),
    callerOf: (request) => knownCaller(services, request),
    count: (caller) => count(GENERAL, caller),
    onAnswered(answered) {
      logCachedResponse(log, answered)
      metrics.count('GET', answered.route, answered.status, answered.ms)
    },
  })
}

async function buildApp(
  config: Config,
  { log, clientFolder }: ServerDependencies,
  httpServer: HttpServer,
  { services, routes, metrics, responseCache }: AppParts,
) {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    bodyLimit: JSON_MAX_BYTES,
    genReqId: requestIdOf,
    // The access log below names the route only; an address may hold a secret.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    serverFactory: () => httpServer.server,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) =>
      sendHttpError(reply, new HttpError('bad_request', 'This address could not be read.')),
  })
  const requests = followRequests(app)
  registerBodyParsers(app)
  registerForms(app)
  registerContractCompilers(app)
  registerErrorHandler(app, imageHttpError)
  registerAccessLog(app, services.networkName)
  forbidSniffing(app)
  const headers = securityHeaders(config.publicUrl)
  nameSchemas()
  const readDocument = followRoutes(app, config.publicUrl, describeRealtime)
  metrics.watch(app)
  await app.register(
    async (api) => {
      requireDeclaredRoutes(api, routes)
      answerRequestIds(api)
      responseCache.keep(api)
      compressAnswers(api)
      registerApi(api as ApiRoutes, services)
      metricsRoute(api as ApiRoutes, metrics, config.metricsToken)
    },
    { prefix: '/api' },
  )
  serveApiDocs(app, headers, readDocument)
  await app.register(async (media) => {
    requireDeclaredRoutes(media, routes)
    mediaRoutes(media, {
      images: services.images,
      limits: services.limits,
      mayOpen: (viewer, image) =>
        mayOpenImage(services.db, { viewer, image, now: services.clock() }),
      isPhotoShown: (image) => isPhotoShown(services.db, image),
      isLinkShown: (image) => isLinkImageShown(services.db, image),
    })
  })
  await registerClientFiles(app, clientFolder, {
    pageHeaders: headers.page,
    written: () => communityFiles(clientFolder, services.community),
  })
  await app.ready()
  return { app, requests }
}

function registerApi(api: ApiRoutes, services: Services) {
  registerAuthHook(api, services)
  // What a member may see is for their eyes now, not for a cache to keep.
  api.addHook('onSend', (_request, reply, payload, next) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    next(null, payload)
  })
  api.get(
    '/health',
    serverRoute({
      audience: 'anyone',
      limit: GENERAL,
      operationId: 'readHealth',
      summary: 'Ask whether the server and its database are well',
      response: { 200: z.object({ status: z.literal('ok') }) },
    }),
    async () => {
      await services.db.selectFrom('counters').select('name').limit(1).execute()
      return { status: 'ok' as const }
    },
  )
  communityRoutes(api, services)
  accountRoutes(api, services)
  friendRoutes(api, services)
  profileRoutes(api, services)
  postRoutes(api, services)
  spaceRoutes(api, services)
  mentionRoutes(api, services)
  conversationRoutes(api, services)
  notificationRoutes(api, services)
  adminRoutes(api, services)
  reportRoutes(api, services)
  archiveRoutes(api, services)
  suspendedArchiveRoutes(api, services)
  importRoutes(api, services)
  deletionRoutes(api, services)
}

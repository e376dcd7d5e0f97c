import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** As Fastify for its own: behind trusted proxies, the nearest address that is not one of them. */
export function clientIp(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(trustedProxies)
  return (request) => proxyAddr(request, trust)
}

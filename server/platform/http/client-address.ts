import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Reads the address a request comes from, as Fastify does for its own: behind proxies we trust it
 * is the nearest address they report that is not one of them.
 */
export function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(trustedProxies)
  return (request) => proxyAddr(request, trust)
}

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Reads the address a request comes from, as Fastify does for its own: behind proxies we trust it
 * is the nearest address they report that is not one of them.
 */
export function clientAddress(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trusted = listOf(trustedProxies)
  const isTrusted = (address: string) => {
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return ({ socket, headers }) => {
    const reported = String(headers['x-forwarded-for'] ?? '').split(',')
    let address = socket.remoteAddress ?? ''
    for (const before of reported.reverse()) {
      if (!isTrusted(address) || before.trim() === '') break
      address = before.trim()
    }
    return address
  }
}

function listOf(proxies: string[]): BlockList {
  const list = new BlockList()
  const named = proxies.flatMap((proxy) =>
    proxy === 'loopback' ? ['127.0.0.0/8', '::1/128'] : [proxy],
  )
  for (const proxy of named) {
    const [address = '', bits] = proxy.split('/')
    const isV6 = isIP(address) === 6
    list.addSubnet(address, Number(bits ?? (isV6 ? 128 : 32)), isV6 ? 'ipv6' : 'ipv4')
  }
  return list
}

import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, vi } from 'vitest'
import { createSafeFetch } from '../server/platform/safe-fetch/safe-fetch.ts'
import type { TestServer } from './test-server.ts'

// Pages of our own in the place of the internet, for what the server calls of links.

export const PUBLIC = '93.184.215.14'

/** What each host answers, and where its name leads each time it is looked up. */
export interface Site {
  addresses?: string[]
  answer?: RequestListener
}

export const page =
  (html: string, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
export const redirect =
  (to: (url: string) => string, status = 302): RequestListener =>
  ({ url = '' }, response) =>
    response.writeHead(status, { location: to(url) }).end()
export const pour =
  (first: string | Buffer, type = 'text/html'): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type }).write(first)
    const more = () => {
      while (!response.destroyed && response.write('<meta name="x" content="y">'.repeat(1_000)));
      response.once('drain', more)
    }
    more()
  }

/** How the server calls these hosts, and which of them it called. */
export async function openLinkSites(sites: Record<string, Site>) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    calls.push(host)
    sites[host]?.answer?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lookups = new Map<string, number>()
  const safeFetch = createSafeFetch({
    async resolve(hostname) {
      const count = lookups.get(hostname) ?? 0
      lookups.set(hostname, count + 1)
      const { addresses = [PUBLIC] } = sites[hostname] ?? {}
      const found = (addresses[count] ?? addresses.at(-1) ?? '').split(' ')
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    // What is public to the lookup is the site of the test.
    connect: (host, lookup) =>
      connect({
        ...{ host, port },
        lookup: (name, _options, callback) =>
          lookup(name, {}, (error) =>
            error ? callback(error, '') : callback(null, [{ address: '127.0.0.1', family: 4 }]),
          ),
      }) as never,
  })
  return {
    safeFetch,
    calls,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Waits until no card of this server waits to be filled. */
export async function allCardsFetched({ services: { db } }: TestServer) {
  const waiting = db.selectFrom('link_cards').select('id').where('fetched_at', 'is', null)
  await vi.waitFor(async () => expect(await waiting.execute()).toEqual([]), { timeout: 20_000 })
}

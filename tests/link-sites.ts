import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { createSitesFetch, PUBLIC } from './sites-fetch.ts'
import type { TestServer } from './test-server.ts'

// Pages of our own in the place of the internet, for what the server calls of links.

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
  const safeFetch = createSitesFetch({
    port,
    addressesOf(hostname, lookedUp) {
      const { addresses = [PUBLIC] } = sites[hostname] ?? {}
      return (addresses[lookedUp] ?? addresses.at(-1) ?? '').split(' ')
    },
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
  await vi.waitFor(async () => expect(await waiting.execute()).toEqual([]))
}

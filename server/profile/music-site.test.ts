import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect as connectTo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ada } from '../../tests/people.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'
import { createSafeFetch } from '../platform/safe-fetch/safe-fetch.ts'

// A real site that answers too much, or too slowly.

describe('a music site', () => {
  let stops: () => void
  afterEach(() => stops())

  async function resolveWith(answer: RequestListener) {
    const site = createServer(answer).listen(0, '127.0.0.1')
    await once(site, 'listening')
    stops = () => {
      site.close()
      site.closeAllConnections()
    }
    const { port } = site.address() as AddressInfo
    const safeFetch = createSafeFetch({ connect: () => connectTo(port, '127.0.0.1') as never })
    const server = await openScopedTestServer({ safeFetch })
    const member = await server.join(ada)
    const body = { url: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' }
    const said = await server.call('POST', '/users/spotify/resolve', { as: member, body })
    return { status: said.statusCode, title: said.json().title }
  }

  const saying =
    (bytes: number): RequestListener =>
    (_request, response) => {
      response.setHeader('content-type', 'application/json')
      const text = JSON.stringify({ title: 'Rain', padding: '' })
      response.end(text.replace('""', `"${'x'.repeat(bytes - text.length)}"`))
    }

  it('may say 256 kB, and not a byte more', async () => {
    expect(await resolveWith(saying(256 * 1024))).toMatchObject({ status: 200, title: 'Rain' })
    stops()
    expect(await resolveWith(saying(256 * 1024 + 1))).toMatchObject({ status: 200, title: '' })
  })

  it('is not waited for longer than three seconds, however slowly it speaks', async () => {
    const inTime = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(inTime.signal)
    let drops = 0
    const answer = await resolveWith((_request, response) => {
      response.setHeader('content-type', 'application/json')
      const drip = setInterval(() => {
        response.write(' ')
        if (++drops === 10) inTime.abort()
      }, 10)
      response.once('close', () => clearInterval(drip))
    })
    expect(answer).toEqual({ status: 200, title: '' })
    expect(timeout.mock.calls).toEqual([[3_000]])
    expect(drops).toBeGreaterThanOrEqual(10)
  })
})

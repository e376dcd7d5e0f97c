import { describe, expect, it } from 'vitest'
import { post } from '../../tests/actions/post-actions.ts'
import { ada } from '../../tests/people.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'

// How much anybody may ask of the server, counted by the right address.

describe('limits', () => {
  const statuses = async (count: number, call: () => Promise<{ statusCode: number }>) => {
    const counts: Record<number, number> = {}
    for (let done = 0; done < count; done++) {
      const { statusCode } = await call()
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
    }
    return counts
  }

  it('let a member write 60 comments a minute, and say when to come back', async () => {
    const server = await openScopedTestServer({ rateLimits: true })
    const member = await server.join(ada)
    const { _id: id } = await post(server, member, 'Hello')
    const comment = () =>
      server.call('POST', `/posts/${id}/comments`, { as: member, body: { text: 'Hello' } })
    expect(await statuses(60, comment)).toEqual({ 201: 60 })
    const refused = await comment()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await server.call('GET', '/users/user', { as: member })).statusCode).toBe(200)
  })

  it('let an address, or a member, ask 300 times a minute', async () => {
    const server = await openScopedTestServer({ rateLimits: true })
    const from = (remoteAddress: string) => () => server.call('GET', '/health', { remoteAddress })
    expect(await statuses(302, from('203.0.113.7'))).toEqual({ 200: 300, 429: 2 })
    expect((await from('198.51.100.1')()).statusCode).toBe(200)
    // One home has a whole /64 of addresses.
    await statuses(300, from('2001:db8:1:2::1'))
    expect((await from('2001:db8:1:2:ffff::9')()).statusCode).toBe(429)
    expect((await from('2001:db8:1:3::1')()).statusCode).toBe(200)
    const member = await server.join(ada)
    const ask = (remoteAddress: string) =>
      server.call('GET', '/users/user', { as: member, remoteAddress })
    expect(await statuses(300, () => ask('192.0.2.1'))).toEqual({ 200: 300 })
    expect((await ask('192.0.2.2')).statusCode).toBe(429)
  })

  it.each([
    ['does not count', {}, 429],
    ['counts behind a proxy that is trusted', { TRUSTED_PROXIES: 'loopback' }, 200],
    ['does not count behind another proxy', { TRUSTED_PROXIES: '10.0.0.0/8' }, 429],
  ])('over HTTP, X-Forwarded-For %s', async (_what, environment, status) => {
    const server = await openScopedTestServer({ rateLimits: true, environment })
    const port = await server.httpServer.listen(0, '127.0.0.1')
    let asked = 0
    const ask = async () => {
      const headers = { 'x-forwarded-for': `203.0.113.${asked++ % 200}` }
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { headers })
      await answer.arrayBuffer()
      return { statusCode: answer.status }
    }
    await statuses(300, ask)
    expect((await ask()).statusCode).toBe(status)
  })
})

import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientIp } from './client-ip.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

it.each([
  ['believes nobody unless told to', [], '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['believes a proxy it trusts', ['loopback'], '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['knows one in IPv6 form', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['knows one of a network', ['10.0.0.0/8'], '10.4.5.6', '203.0.113.9', '203.0.113.9'],
  ['knows IPv6', ['::1/128'], '::1', '2001:db8::1', '2001:db8::1'],
  ['believes no stranger', ['10.0.0.0/8'], '203.0.113.7', '203.0.113.9', '203.0.113.7'],
  [
    'skips trusted ones',
    ['10.0.0.0/8'],
    '10.0.0.1',
    '1.2.3.4, 203.0.113.9, 10.0.0.2',
    '203.0.113.9',
  ],
  ['needs no header', ['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
] as const)('%s', (_what, trusted, remote, forwarded, address) => {
  expect(clientIp([...trusted])(request(remote, forwarded))).toBe(address)
})

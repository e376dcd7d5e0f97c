import { describe, expect, it } from 'vitest'
import { addressKey, createLimits } from './limits.ts'

describe('addressKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })
})

describe('a limit', () => {
  it('refuses once its window is full, saying when to come back', async () => {
    const limit = createLimits({ off: false }).of('tea', 2, 60)
    await limit.take('ada')
    await limit.take('ada')
    await expect(limit.take('ada')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
    await limit.take('ben')
    expect(await limit.used('nobody')).toBe(0)
  })

  it('never refuses when switched off', async () => {
    const limit = createLimits({ off: true }).of('tea', 1, 60)
    for (let index = 0; index < 3; index++) await limit.take('ada')
    await limit.refuseIfFull('ada')
    expect(await limit.used('ada')).toBe(0)
  })
})

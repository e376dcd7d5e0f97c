import { describe, expect, it } from 'vitest'
import { createLimits, ipKey, limitByIp, networkKey, takeAll, tooMany } from './limits.ts'

describe('ipKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (ip, key) => {
    expect(ipKey(ip)).toBe(key)
  })
})

describe('networkKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
    ['unix', 'unix'],
  ])('counts %s as %s', (ip, key) => {
    expect(networkKey(ip)).toBe(key)
  })
})

describe('a limit', () => {
  it('refuses once its window is full, saying when to come back', async () => {
    const limit = createLimits({ off: false }).of('tea', 2, 60)
    expect(await limit.take('ada')).toBe(1)
    expect(await limit.take('ada')).toBe(2)
    await expect(limit.take('ada')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
    expect(await limit.take('ben')).toBe(1)
    expect(await limit.used('nobody')).toBe(0)
  })

  it.each([
    [0, 'a few seconds'],
    [10, 'a few seconds'],
    [11, 'a minute'],
    [60, 'a minute'],
    [61, '2 minutes'],
    [40 * 60, '40 minutes'],
    [59 * 60, '59 minutes'],
    [59 * 60 + 1, 'an hour'],
    [3_600, 'an hour'],
    [3_601, '2 hours'],
    [24 * 3_600, '24 hours'],
  ])('says of %i seconds to wait: in %s', (seconds, words) => {
    const sentence = `That was a lot at once. Please try again in ${words}.`
    expect(tooMany(1_000 * seconds)).toMatchObject({ status: 429, message: sentence })
  })

  it('has the place again that is given back, and never more than its own', async () => {
    const limit = createLimits({ off: false }).of('tea', 1, 60)
    await limit.take('ada')
    await limit.giveBack('ada')
    await limit.giveBack('ada')
    await limit.take('ada')
    await expect(limit.take('ada')).rejects.toMatchObject({ status: 429 })
  })

  it('does not count what another one refuses', async () => {
    const limits = createLimits({ off: false })
    const [wide, narrow] = [limits.of('wide', 2, 60), limits.of('narrow', 1, 60)]
    const take = (key: string) => takeAll([[wide, 'all'] as const, [narrow, key] as const])
    expect(await take('ada')).toEqual([1, 1])
    await expect(take('ada')).rejects.toMatchObject({ status: 429 })
    expect(await take('ben')).toEqual([2, 1])
    await expect(take('cleo')).rejects.toMatchObject({ status: 429 })
  })

  it('is a little wider for a network than for one address of it', async () => {
    const places = limitByIp(createLimits({ off: false }), 'tea', 5, 60)
    const taken = async (addresses: string[]) => {
      const answers = await Promise.allSettled(addresses.map((ip) => takeAll(places(ip))))
      return answers.filter(({ status }) => status === 'fulfilled').length
    }
    const numbers = Array.from({ length: 200 }, (_, number) => number)
    expect(await taken(numbers.map(() => '2001:db8:1:1::9'))).toBe(5)
    expect(await taken(numbers.map((number) => `2001:db8:2:${number}::1`))).toBe(20)
    expect(await taken(numbers.map((number) => `203.0.113.${number}`))).toBe(20)
  })

  it('never refuses when switched off', async () => {
    const limit = createLimits({ off: true }).of('tea', 1, 60)
    for (let index = 0; index < 3; index++) await limit.take('ada')
    expect(await limit.used('ada')).toBe(0)
  })
})

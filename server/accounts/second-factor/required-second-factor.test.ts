import { describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { MESSAGES } from '../../../contract/second-factor.ts'
import { codeOf } from '../../../tests/one-time-code.ts'
import { ben } from '../../../tests/people.ts'
import { openTestServer } from '../../../tests/test-server.ts'
import type { DomainEvent } from '../../realtime/bus.ts'

describe('an operator who wants it of administrators', () => {
  it('lets them act as such only with it', async () => {
    const environment = { REQUIRE_ADMIN_2FA: 'on' }
    const strict = await openTestServer({ environment })
    try {
      const as = await strict.join(ben)
      const stats = () => strict.call('GET', '/admin/acts', { as })
      const refused = await stats()
      expect([refused.statusCode, refused.json<{ msg: string }>().msg]).toEqual([
        ...[403, MESSAGES.administratorsNeed],
      ])
      const settings = { ...(await strict.services.community.read()), whoMayInvite: 'admins' }
      const read = vi.spyOn(strict.services.community, 'read').mockResolvedValue(settings as never)
      const invite = async () =>
        (await strict.call('POST', '/invites', { as, body: {} })).statusCode
      expect(await invite()).toBe(403)
      const me = async () => (await strict.call('GET', '/users/user', { as })).json<CurrentUser>()
      expect(await me()).toMatchObject({
        ...{ needsSecondFactor: true, needsSecondFactorToAct: true, mayInvite: false },
      })
      const heard: DomainEvent[] = []
      strict.services.bus.subscribe((event) => void heard.push(event))
      const begun = await strict.call('POST', '/users/second-factor', { as })
      const code = codeOf(begun.json<{ secret: string }>().secret, strict.services.clock())
      await strict.call('POST', '/users/second-factor/confirm', { as, body: { code } })
      expect((await stats()).statusCode).toBe(200)
      expect(await invite()).toBe(201)
      expect(await me()).toMatchObject({ needsSecondFactor: false, mayInvite: true })
      read.mockRestore()
      // Pages that are open elsewhere come to life by it.
      expect(heard).toContainEqual({
        ...{ kind: 'broadcast', topics: [`member:${as.user._id}`] },
        event: { type: 'account_changed' },
      })
    } finally {
      await strict.close()
    }
  })
})

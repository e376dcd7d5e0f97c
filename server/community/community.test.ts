import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  COMMUNITY_DEFAULTS,
  type CommunitySettings,
  MESSAGES,
} from '../../contract/community-settings.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'

let server: TestServer
let admin: Member
let member: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  member = await server.join(ben)
})
afterAll(() => server.close())

const read = async () => (await server.call('GET', '/community')).json()
const change = (body: object, as = admin) => server.call('PUT', '/admin/community', { as, body })
const all = async () => (await server.call('GET', '/admin/community', { as: admin })).json()

describe('the community', () => {
  it('is called Snug, open and without rules until somebody decides otherwise', async () => {
    const { about, rules, registration, whoMayInvite, letsInvitedIn, ...rest } = await read()
    expect({ about, rules, registration, whoMayInvite, letsInvitedIn }).toEqual({
      ...{ about: '', rules: [], registration: 'open', whoMayInvite: 'everybody' },
      letsInvitedIn: true,
    })
    expect(rest).toEqual({
      ...{
        name: 'Snug',
        tagline: COMMUNITY_DEFAULTS.tagline,
        accent: '',
        logo: null,
        announcementId: '',
        isSetUp: false,
      },
      ...{ approvalQuestions: [], pages: ['privacy'] },
    })
    expect(await all()).toEqual(COMMUNITY_DEFAULTS)
  })

  it('is changed by administrators a setting at a time, seen at once by all', async () => {
    const events: DomainEvent[] = []
    const stop = server.services.bus.subscribe((event) => events.push(event))
    const rules = [{ title: 'Be kind', text: 'Also on Mondays.' }]
    expect((await change({ name: '  Tea <&> House ', rules })).statusCode).toBe(200)
    expect((await change({ registration: 'invite', imprint: 'Ada, Tea Lane 1' })).json()).toEqual({
      ...COMMUNITY_DEFAULTS,
      ...{ name: 'Tea <&> House', rules, registration: 'invite', imprint: 'Ada, Tea Lane 1' },
    } satisfies CommunitySettings)
    stop()
    expect(await read()).toMatchObject({
      ...{
        name: 'Tea <&> House',
        rules,
        registration: 'invite',
        pages: ['rules', 'imprint', 'privacy'],
      },
    })
    const told = { kind: 'broadcast', topics: ['everyone'], event: { type: 'community_changed' } }
    expect(events).toEqual([told, told])
    expect(
      await server.services.topicsOf({
        ...member,
        username: ben.username,
        isAdmin: false,
        sessionId: '',
      }),
    ).toContain('everyone')
  })

  it('announces to members, not to others', async () => {
    await change({ announcement: 'Tea at four' })
    const { announcementId } = await read()
    expect(announcementId).not.toBe('')
    const asked = (as?: Member) => server.call('GET', '/community/announcement', as ? { as } : {})
    expect((await asked(member)).json()).toEqual({ text: 'Tea at four' })
    expect((await asked()).statusCode).toBe(401)
    expect(JSON.stringify(await read())).not.toContain('Tea at four')
    await change({ announcement: 'Tea at five' })
    expect((await read()).announcementId).not.toBe(announcementId)
    await change({ announcement: '' })
    expect((await read()).announcementId).toBe('')
  })

  it('says in the log what was changed', async () => {
    await change({ tagline: 'Tea at four', accent: '#B1471C' })
    const [newest] = (await server.call('GET', '/admin/acts', { as: admin })).json()
    expect(newest).toMatchObject({
      ...{ act: 'change_community', memberNumber: 0, reason: 'the line under it, accent colour' },
    })
    expect((await all()).accent).toBe('#b1471c')
  })

  it('shows others nothing of what is not for them, and lets them change nothing', async () => {
    expect((await server.call('GET', '/admin/community', { as: member })).statusCode).toBe(403)
    expect((await change({ name: 'Ben' }, member)).statusCode).toBe(403)
    await change({ blockedMailDomains: ['Spam.Example'] })
    expect(await all()).toMatchObject({ blockedMailDomains: ['spam.example'] })
    expect(await read()).not.toHaveProperty('blockedMailDomains')
  })

  it.each([
    [{ name: '  ' }, MESSAGES.nameBlank],
    [{ name: 'a'.repeat(41) }, MESSAGES.nameLong],
    [{ name: 'Tea\nBcc: all@example.org' }, MESSAGES.oneLine],
    [{ tagline: 'a'.repeat(81) }, MESSAGES.taglineLong],
    [{ about: 'a'.repeat(5_001) }, MESSAGES.aboutLong],
    [{ rules: Array(13).fill({ title: 'Be kind' }) }, MESSAGES.rulesMany],
    [{ rules: [{ title: '' }] }, MESSAGES.ruleBlank],
    [{ rules: [{ title: 'Be kind', text: 'a'.repeat(301) }] }, MESSAGES.ruleTextLong],
    [{ registration: 'sometimes' }, MESSAGES.registrationInvalid],
    [{ whoMayInvite: 'nobody' }, MESSAGES.invitersInvalid],
    [{ letsInvitedIn: 'yes' }, MESSAGES.letsInvitedInInvalid],
    [{ approvalQuestions: ['Who?', 'Why?', 'When?'] }, MESSAGES.questionsMany],
    [{ blockedMailDomains: ['not a domain'] }, MESSAGES.domainInvalid],
    [{ accent: 'red' }, MESSAGES.accentInvalid],
  ])('refuses %j', async (body, sentence) => {
    const answer = await change(body)
    expect([answer.statusCode, answer.json().msg]).toEqual([400, sentence])
    expect(Object.keys(answer.json().fields)).toEqual(Object.keys(body))
  })

  it('refuses a setting that there is not, and takes the longest texts', async () => {
    expect((await change({ colour: 'red' })).statusCode).toBe(400)
    expect((await change({ privacy: '🫖'.repeat(20_000) })).statusCode).toBe(200)
  })
})

import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMUNITY_DEFAULTS } from '../../contract/community-settings.ts'
import { deliverNext, nextAttemptAt } from './delivery.ts'
import { renderMail } from './render-mail.ts'
import { smtpTransport } from './smtp-transport.ts'
import { mailId, NOON, openTestMailSetup, welcome } from './test-mail-world.ts'
import { startSmtpServer } from './test-smtp-server.ts'

const FROM = 'Snug <snug@example.org>'

let toClose: { close(): Promise<void> }[]
beforeEach(() => {
  toClose = []
})
afterEach(async () => {
  for (const resource of toClose.toReversed()) await resource.close()
})

function closedAfter<T extends { close(): Promise<void> }>(resource: T): T {
  toClose.push(resource)
  return resource
}

async function serverAndTransport(...given: Parameters<typeof startSmtpServer>) {
  const server = closedAfter(await startSmtpServer(...given))
  const transport = closedAfter(smtpTransport({ url: server.url, from: FROM }))
  return { server, transport }
}

async function failureOf(sending: Promise<void>): Promise<unknown> {
  return sending.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('mail by SMTP', () => {
  it('arrives with both forms, and the link in each', async () => {
    const { server, transport } = await serverAndTransport()
    const mail = renderMail(welcome('ada'), COMMUNITY_DEFAULTS)
    await transport.send(mail)

    const [received] = server.received
    expect(received).toMatchObject({ from: 'snug@example.org', to: ['ada@example.org'] })
    const message = await PostalMime.parse(received?.message ?? '')
    expect(message.subject).toBe(mail.subject)
    expect(message.from).toMatchObject({ name: 'Snug', address: 'snug@example.org' })
    expect(message.text).toContain(mail.link)
    expect(message.html).toContain(`href="${mail.link}"`)
    const headers = Object.fromEntries(message.headers.map(({ key, value }) => [key, value]))
    expect(headers['auto-submitted']).toBe('auto-generated')
  })

  it('goes over one connection, mail after mail', async () => {
    const { server, transport } = await serverAndTransport()
    for (const name of ['ada', 'ben', 'cleo'])
      await transport.send(renderMail(welcome(name), COMMUNITY_DEFAULTS))
    expect(server.received).toHaveLength(3)
    expect(server.connectionCount()).toBe(1)
  })

  it('is tried again after the server said "not now"', async () => {
    const toMessage = ['451 4.3.0 try later, ada@example.org']
    const { server, transport } = await serverAndTransport({ toMessage })
    const test = closedAfter(await openTestMailSetup())
    const dependencies = { ...test.dependencies, transport }
    await test.leave('a', 'ada')
    await deliverNext(dependencies)
    expect(server.received).toEqual([])
    test.passTime(5_000)
    await deliverNext(dependencies)
    expect(server.received.map((mail) => mail.to)).toEqual([['ada@example.org']])
    expect(await test.rows()).toEqual([])
    expect(test.logged).toEqual([
      `warn mail not sent, will be tried again {"mail":${mailId('a')},"kind":"welcome","attempts":1,"code":"EMESSAGE 451"}`,
      `info mail sent {"mail":${mailId('a')},"kind":"welcome","attempts":2}`,
    ])
  })

  it('fails while the server is away and goes through on its return', async () => {
    const { server, transport } = await serverAndTransport()
    const mail = renderMail(welcome('ada'), COMMUNITY_DEFAULTS)
    await transport.send(mail)
    await server.close()
    toClose.shift()
    expect(await failureOf(transport.send(mail))).toBeInstanceOf(Error)
    const returned = closedAfter(await startSmtpServer({}, server.port))
    await transport.send(mail)
    expect(returned.received).toHaveLength(1)
  })

  it('to somebody refused for good is tried only hourly in the long run', async () => {
    const mail = renderMail(welcome('ada'), COMMUNITY_DEFAULTS)
    const delayAfter = async (answer: string) => {
      const { transport } = await serverAndTransport({ toRecipient: [answer] })
      const error = await failureOf(transport.send(mail))
      expect(error).toBeInstanceOf(Error)
      return (nextAttemptAt({ attempts: 4, created_at: NOON }, error, NOON) ?? 0) - NOON
    }
    expect(await delayAfter('550 5.1.1 no such user')).toBe(3_600_000)
    expect(await delayAfter('450 4.2.1 mailbox busy')).toBe(120_000)
  })

  it('can be checked without sending', async () => {
    const { server, transport } = await serverAndTransport()
    await transport.verify?.()
    expect(server.received).toEqual([])
    await server.close()
    toClose.shift()
    expect(await failureOf(transport.verify?.() ?? Promise.resolve())).toBeInstanceOf(Error)
  })
})

describe('what would add a recipient or a header', () => {
  it.each([
    'ada@example.org\r\nBcc: eve@example.com',
    'ada@example.org>\r\nRCPT TO:<eve@example.com',
    'ada@example.org, eve@example.com',
    'eve@example.com <ada@example.org>',
  ])('never writes to another address: %j', async (to) => {
    const { server, transport } = await serverAndTransport()
    await failureOf(transport.send({ ...renderMail(welcome('ada'), COMMUNITY_DEFAULTS), to }))
    await transport.send(renderMail(welcome('ben'), COMMUNITY_DEFAULTS))
    expect(server.received.at(-1)?.to).toEqual(['ben@example.org'])
    for (const mail of server.received) {
      expect(mail.to).toHaveLength(1)
      expect(mail.to).not.toContain('eve@example.com')
      expect(mail.message).not.toMatch(/^(bcc|cc):/im)
    }
  })

  it('stays in a subject as words', async () => {
    const { server, transport } = await serverAndTransport()
    const subject = 'Hello\r\nBcc: eve@example.com\r\n\r\nAnother text'
    await transport.send({ ...renderMail(welcome('ada'), COMMUNITY_DEFAULTS), subject })
    const [received] = server.received
    expect(received?.to).toEqual(['ada@example.org'])
    const message = await PostalMime.parse(received?.message ?? '')
    expect(message.subject).toMatch(/^Hello Bcc: eve@example.com\s+Another text$/)
    expect(message.bcc).toBeUndefined()
    expect(message.text).toContain('Welcome to Snug.')
  })
})

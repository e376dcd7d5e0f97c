import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { COMMUNITY_DEFAULTS } from '../../contract/community-settings.ts'
import { capturedTransport } from './captured-mails.ts'
import { renderMail } from './render-mail.ts'
import { welcome } from './test-mail-world.ts'

// Everything quoted-printable likes to change: "=", a line too long, a "." and two "-" to begin
// with.
const LINK = `https://snug.example.org/verify/=3D${'Zk3v_D9x'.repeat(12)}--.=C3=A9?a=1&b=2`

let base: string
let folder: string
let printed: string[]
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'snug-mail-'))
  folder = join(base, 'mail')
  printed = []
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(base, { recursive: true })
})

function transport() {
  const publish = (line: string) => printed.push(line)
  return capturedTransport({ folder, from: 'Snug <snug@localhost>', publish })
}

function mailWithLink() {
  return renderMail(
    { ...welcome('ada'), action: { label: 'Verify my email', url: LINK } },
    COMMUNITY_DEFAULTS,
  )
}

async function onlyFile() {
  const [name = '', ...others] = await readdir(folder)
  expect(others).toEqual([])
  return { name, content: await readFile(join(folder, name)) }
}

function read(message: Buffer) {
  return PostalMime.parse(message)
}

describe('captured mail', () => {
  it('is one file each, which any mail program reads', async () => {
    await transport().send(mailWithLink())
    const { name, content } = await onlyFile()
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d{16}-[0-9a-f]{16}\.eml$/)
    const message = await read(content)
    expect(message.from).toMatchObject({ name: 'Snug', address: 'snug@localhost' })
    expect(message.to).toMatchObject([{ address: 'ada@example.org' }])
    expect(message.subject).toBe('Verify your email for Snug')
    expect(message.messageId).toMatch(/^<.+@localhost>$/)
    expect(message.attachments).toEqual([])
  })

  it('holds the same link in text and in HTML', async () => {
    await transport().send(mailWithLink())
    const { text = '', html = '' } = await read((await onlyFile()).content)
    expect(text.split('\n')).toContain(LINK)
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])
    expect(new Set(hrefs)).toEqual(new Set([LINK.replaceAll('&', '&amp;')]))
  })

  it('is made of short lines that all end alike', async () => {
    await transport().send(mailWithLink())
    const lines = (await onlyFile()).content.toString('latin1').split('\r\n')
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]/)
      expect(line.length).toBeLessThanOrEqual(78)
    }
  })

  it('sorts by time, also within one millisecond', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const cast = Array.from({ length: 12 }, (_, n) => `ada${n}`)
    for (const name of cast) await transport().send(renderMail(welcome(name), COMMUNITY_DEFAULTS))
    const recipients: (string | undefined)[] = []
    for (const name of (await readdir(folder)).toSorted()) {
      const { to } = await read(await readFile(join(folder, name)))
      recipients.push(to?.[0]?.address)
    }
    expect(recipients).toEqual(cast.map((name) => `${name}@example.org`))
  })

  it.skipIf(process.platform === 'win32')('is for the eyes of its owner', async () => {
    await transport().send(mailWithLink())
    const { name } = await onlyFile()
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })

  it('leaves nothing and announces nothing when it cannot be written', async () => {
    await writeFile(folder, 'in the way')
    await expect(transport().send(mailWithLink())).rejects.toMatchObject({ code: 'EEXIST' })
    expect(printed).toEqual([])
    await rm(folder)
    await transport().send(mailWithLink())
    expect(printed).toHaveLength(1)
  })
})

describe('the line in the terminal', () => {
  it('names recipient, subject and link', async () => {
    await transport().send(mailWithLink())
    expect(printed).toEqual([`Mail to ada@example.org — Verify your email for Snug: ${LINK}`])
  })

  it('does without a link', async () => {
    const { action: _, ...mail } = welcome('ada')
    await transport().send(renderMail(mail, COMMUNITY_DEFAULTS))
    expect(printed).toEqual(['Mail to ada@example.org — Verify your email for Snug'])
  })

  it('is one line, and gives the terminal no orders', async () => {
    await transport().send({ ...mailWithLink(), subject: 'One\r\ntwo \u001b[2Jthree', link: null })
    expect(printed).toEqual(['Mail to ada@example.org — One two  [2Jthree'])
  })
})

import { hash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../contract/durations.ts'
import { newId } from '../platform/ids.ts'
import { type MailTransport, mimeMessage, type RenderedMail } from './mail.ts'

// The mails that a server without SMTP keeps as files. A file's name says when it was sent, so that
// they sort by time, and to which mailbox, so that those of a deleted account are found; a name
// is no place for an address itself.

interface Captured {
  folder: string
  from: string
  publish: (line: string) => void
}

/**
 * For a server without SMTP: each mail becomes one `.eml` file in `folder`, whole or not at all,
 * named so that the files sort by time; its link is printed; and nothing else happens.
 */
export function capturedTransport({ folder, from, publish }: Captured): MailTransport {
  return {
    async send(mail) {
      if (mail.isEphemeral) return publish(event(mail))
      // Mails are seldom, and what writes them is large.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const message = new MailComposer({ ...mimeMessage(mail, from), newline: 'win' }).compile()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(folder, capturedMailName(mail.to), await message.build())
      publish(event(mail))
    },
    async close() {},
  }
}

async function writeWhole(folder: string, name: string, content: Buffer) {
  const unfinished = join(folder, `.${name}.unfinished`)
  try {
    // Flushed, since the outbox forgets the mail after this; readable to us alone, for its link.
    await writeFile(unfinished, content, { flag: 'wx', flush: true, mode: 0o600 })
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function event({ to, subject, link }: RenderedMail): string {
  const line = `Mail to ${to} — ${subject}${link ? `: ${link}` : ''}`
  // A terminal obeys control characters.
  return line.replace(/\p{Cc}+/gu, ' ')
}

export function capturedMailsFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** What stands for an address in names, the same in whichever case it is written. */
export function mailboxOf(email: string): string {
  return hash('sha256', email.toLowerCase()).slice(0, 16)
}

// No colons, for the sake of Windows; the id keeps two mails of one millisecond in order.
function capturedMailName(to: string): string {
  return `${momentInName(Date.now())}-${String(newId()).padStart(16, '0')}-${mailboxOf(to)}.eml`
}

function momentInName(ms: number): string {
  return new Date(ms).toISOString().replaceAll(':', '-')
}

const KEPT_MS = 30 * DAY_MS

/** Deletes what was sent long ago. `now` in milliseconds. */
export async function deleteOldCapturedMails(dataDir: string, now: number): Promise<void> {
  const folder = capturedMailsFolder(dataDir)
  const oldest = momentInName(now - KEPT_MS)
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.eml') && name < oldest) await rm(join(folder, name), { force: true })
}

/** Deletes what was sent to a mailbox; nothing where mail goes out by SMTP. */
export async function deleteCapturedMails(dataDir: string, mailbox: string): Promise<void> {
  const folder = capturedMailsFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (name.endsWith(`-${mailbox}.eml`)) await rm(join(folder, name), { force: true })
}

import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capturedMailName } from './captured-mails.ts'
import type { MailTransport, RenderedMail } from './mail.ts'
import { mimeMessage } from './mail.ts'

interface Captured {
  folder: string
  from: string
  /** Shows one line in the terminal. */
  publish: (line: string) => void
}

/**
 * For a server without SMTP: each mail becomes one `.eml` file in `folder`, whole or not at all,
 * named so that the files sort by time; its link is announced; and nothing else happens.
 */
export function capturedTransport({ folder, from, publish }: Captured): MailTransport {
  return {
    async send(mail) {
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

import { hash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newUuid } from '../ids.ts'

// The mails that a server without SMTP keeps as files. A file's name says when it was sent, so that
// they sort by time, and to which mailbox, so that those of a deleted account are found; a name
// is no place for an address itself.

export function capturedMailsFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** What stands for an address in names, the same in whichever case it is written. */
export function mailboxOf(address: string): string {
  return hash('sha256', address.toLowerCase()).slice(0, 16)
}

// No colons, for the sake of Windows; the id keeps two mails of one millisecond in order.
export function capturedMailName(to: string): string {
  return `${new Date().toISOString().replaceAll(':', '-')}-${newUuid()}-${mailboxOf(to)}.eml`
}

/** Deletes what was sent to a mailbox; nothing where mail goes out by SMTP. */
export async function deleteCapturedMails(dataDir: string, mailbox: string): Promise<void> {
  const folder = capturedMailsFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (name.endsWith(`-${mailbox}.eml`)) await rm(join(folder, name), { force: true })
}

import type { MailComposerOptions } from 'nodemailer'
import type { RenderedMail } from './mail.ts'

/** The mail in nodemailer's terms, the same for every transport. */
export function mimeMessage(mail: RenderedMail, from: string): MailComposerOptions {
  return {
    from,
    // As an object: a string would be read as a list, and a comma or line end in it would add people.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Asks out-of-office answers to stay away (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

import type { MailComposerOptions } from 'nodemailer'

/** Who writes: the name and the line that stand around every mail. */
export interface MailSender {
  name: string
  tagline: string
}

/** One mail as a feature describes it; how it looks is decided here, not there. */
export interface Mail {
  /** One bare address. */
  to: string
  subject: string
  greeting: string
  /** Said before the action. The first also shows beside the subject in an inbox. */
  paragraphs: string[]
  /** The one thing to do; `url` is absolute. */
  action?: { label: string; url: string }
  /** Said last and quietly: how long the link works, what to do if this was not asked for. */
  closing: string
  /** It is neither kept where mail is not sent, nor once it was tried in vain. */
  isEphemeral?: true
  /** The way out for who did not ask for this, under the last words. */
  refusal?: { label: string; url: string }
}

export interface RenderedMail {
  to: string
  subject: string
  text: string
  html: string
  link: string | null
  isEphemeral?: true
}

export interface MailTransport {
  /** Resolves once the mail is in other hands; throws when it is not, and it may be tried again. */
  send(mail: RenderedMail): Promise<void>
  /** Lets go of what it holds open. Call when nothing is being sent any more. */
  close(): Promise<void>
  /** Throws when mail could not be sent as things are set up. Sends nothing. */
  verify?(): Promise<void>
}

/** The mail in nodemailer's terms, the same for every transport. */
export function mimeMessage(mail: RenderedMail, from: string): MailComposerOptions {
  return {
    from,
    // As an object: a string would be read as a list, and a comma or line end in it would add
    // people.
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

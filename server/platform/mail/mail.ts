/** One mail as a room describes it; how it looks is decided here, not there. */
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
  /** The way out for who did not ask for this, under the last words. */
  refusal?: { label: string; url: string }
}

/** A mail ready to be sent, in both forms that mail programs show. */
export interface RenderedMail {
  to: string
  subject: string
  text: string
  html: string
  /** The address its action leads to. */
  link: string | null
}

/** A way for mail to leave the server. */
export interface MailTransport {
  /** Resolves once the mail is in other hands; throws when it is not, and it may be tried again. */
  send(mail: RenderedMail): Promise<void>
  /** Lets go of what it holds open. Call when nothing is being sent any more. */
  close(): Promise<void>
  /** Throws when mail could not be sent as things are set up. Sends nothing. */
  verify?(): Promise<void>
}

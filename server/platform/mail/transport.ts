import type { RenderedMail } from './mail.ts'

/** A way for mail to leave the server. */
export interface MailTransport {
  /** Resolves once the mail is in other hands; throws when it is not, and it may be tried again. */
  send(mail: RenderedMail): Promise<void>
  /** Lets go of what it holds open. Call when nothing is being sent any more. */
  close(): Promise<void>
  /** Throws when mail could not be sent as things are set up. Sends nothing. */
  verify?(): Promise<void>
}

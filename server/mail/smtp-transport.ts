import { createTransport } from 'nodemailer'
import type { MailTransport } from './mail.ts'
import { mimeMessage } from './mail.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000
/**
 * Ends before the socket's timeout, so that an idle connection says goodbye instead of breaking.
 */
const IDLE_TIMEOUT_MS = 10_000
/** A server that trickles its answers trips no other timeout. Well under the outbox's lease. */
const SEND_TIMEOUT_MS = 60_000

/**
 * Sends by an SMTP server. `url` is smtp://user:password@host:port (STARTTLS where the server
 * offers it; `?requireTLS=true` insists) or smtps://…; `from` is an address, with or without a
 * name.
 */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Once, for a pooled connection the server closed meanwhile; retries are the outbox's affair.
    maxRequeues: 1,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    idleTimeout: IDLE_TIMEOUT_MS,
  })
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
      await transporter.sendMail({ ...mimeMessage(mail, from), signal })
    },
    async verify() {
      await transporter.verify()
    },
    async close() {
      transporter.close()
    },
  }
}

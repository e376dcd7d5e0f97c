import { HttpError } from '../platform/http/http-error.ts'
import { type Limit, type Limits, limitByIp, takeAll } from '../platform/limits.ts'
import type { Services } from '../services.ts'
import type { ClientInfo } from './client-info.ts'
import { keyOf } from './name-key.ts'
import * as queries from './queries.ts'

const MAILS_PER_HOUR = 5
const HOUR_SECONDS = 60 * 60

/**
 * Whether a mail that somebody asks for is sent: mail to one mailbox and mail asked for from one
 * address are limited. Who asks is answered alike, so nobody is shut out of their account by
 * somebody who asks in their name: the mailbox has five mails then, and a device they signed in
 * with before has a count of its own.
 */
export function mailLimit(services: Services, name: string) {
  const { db, limits, deviceCookie } = services
  const byIp = limitByIp(limits, name, MAILS_PER_HOUR, HOUR_SECONDS)
  const byMailbox = mailboxLimit(limits, name)
  const byDevice = limits.of(`${name}-device`, MAILS_PER_HOUR, HOUR_SECONDS)
  return async ({ ip, cookie }: ClientInfo, email: string): Promise<boolean> => {
    const key = keyOf(email)
    const device = deviceCookie.find(cookie, await queries.findUserByEmail(db, key))
    const places = device ? [[byDevice, device] as const] : [...byIp(ip), [byMailbox, key] as const]
    try {
      await takeAll(places)
      return true
    } catch (error) {
      if (error instanceof HttpError && error.code === 'too_many_requests') return false
      throw error
    }
  }
}

/** Of mail of this kind to one mailbox, whoever asks for it. */
export function mailboxLimit(limits: Limits, name: string): Limit {
  return limits.of(`${name}-mailbox`, MAILS_PER_HOUR, HOUR_SECONDS)
}

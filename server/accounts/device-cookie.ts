import { ownCookie } from '../platform/http/own-cookie.ts'
import { newSecret } from '../platform/ids.ts'
import { isSignature, sign } from '../platform/server-keys.ts'
import type { UserRow } from '../schema.ts'

// A device on which somebody signed in keeps a mark of it, so that its owner gets in while
// strangers guess at the account. A mark is no way in: it only counts apart. It is bound to the
// account and its password, so that a new password ends all marks of before.

const COOKIE = 'snug_device'
const PATH = '/api/users'
/** As long as a browser keeps any cookie. */
const KEPT_SECONDS = 400 * 24 * 60 * 60
/** A family's device knows so many accounts. */
const MARKS_KEPT = 4
const MARK = /^([\w-]{43})[.]([\w-]{22})$/

type Account = Pick<UserRow, 'id' | 'password_hash'>
export type DeviceCookie = ReturnType<typeof createDeviceCookie>

export function createDeviceCookie(key: Buffer, publicUrl: string) {
  const signed = (account: Account, device: string) =>
    `${account.id} ${device} ${account.password_hash}`

  return {
    /** Which device of this account the Cookie header is from; null for any other. */
    find(cookie: string | undefined, account: Account | undefined): string | null {
      if (!account) return null
      for (const mark of marksIn(cookie)) {
        const [, device = '', signature = ''] = MARK.exec(mark) ?? []
        if (isSignature(key, signed(account, device), signature)) return device
      }
      return null
    },

    mark(sent: string | undefined, account: Account): string {
      const device = newSecret()
      const mark = `${device}.${sign(key, signed(account, device))}`
      const marks = [mark, ...marksIn(sent)].slice(0, MARKS_KEPT)
      const cookie = {
        name: COOKIE,
        value: marks.join('~'),
        path: PATH,
        maxAgeSeconds: KEPT_SECONDS,
      }
      return ownCookie(cookie, publicUrl)
    },
  }
}

function marksIn(cookie: string | undefined): string[] {
  const value = cookie?.match(/(?:^|;\s*)snug_device=([\w.~-]{1,400})(?:;|$)/)?.[1] ?? ''
  return value.split('~').filter((mark) => MARK.test(mark))
}

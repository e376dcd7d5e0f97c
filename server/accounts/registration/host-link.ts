import { isLoopbackUrl } from '../../config.ts'
import { isSignature, sign } from '../../platform/server-keys.ts'
import type { Database, Queryable } from '../../schema.ts'
import * as queries from './registration-queries.ts'

// Who is the first administrator. On one's own machine it is whoever verifies first; a server that
// others reach could be met by a stranger first, so there it is only who registers through the
// link that the terminal prints. Nothing is stored of it: every process, and every start, makes
// the same link until it was used.

export type HostLink = ReturnType<typeof createHostLink>

export function createHostLink(key: Buffer, publicUrl: string) {
  const isNeeded = !isLoopbackUrl(publicUrl)

  async function secret(db: Queryable): Promise<string | null> {
    if (!isNeeded || (await queries.hasAdministrator(db))) return null
    return sign(key, `host ${await queries.countHostLinksUsed(db)}`)
  }

  return {
    secret,

    /** The link, as long as it works; null where none is needed. */
    async url(db: Database): Promise<string | null> {
      const text = await secret(db)
      return text && `${publicUrl}/register?host=${text}`
    },

    /** Whether this is the secret of the link that works. */
    async isRight(db: Queryable, given: string): Promise<boolean> {
      if (!isNeeded || (await queries.hasAdministrator(db))) return false
      return isSignature(key, `host ${await queries.countHostLinksUsed(db)}`, given)
    },

    /** Whether nobody is a member yet who could let others in: then every way in is open. */
    async isAwaitingFirst(db: Queryable): Promise<boolean> {
      return !isNeeded && !(await queries.hasAnyMember(db))
    },

    /** Whether this account would be the first administrator, were it a member now. */
    async wouldBeFirst(db: Queryable, mayBe: boolean): Promise<boolean> {
      if (!isNeeded) return !(await queries.hasAnyMember(db))
      return mayBe && !(await queries.hasAdministrator(db))
    },

    /** Uses the link up. Call while holding the counter of members, so that of many it is one. */
    async isFirstAdministrator(trx: Queryable, mayBe: boolean): Promise<boolean> {
      if (!(await this.wouldBeFirst(trx, mayBe))) return false
      if (isNeeded) await queries.increment(trx, 'host_links_used')
      return true
    },
  }
}

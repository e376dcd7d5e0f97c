import { setTimeout as pause } from 'node:timers/promises'
import { mutate } from '../platform/database/mutate.ts'
import { reclaimSpace } from '../platform/database/reclaim-space.ts'
import type { Id } from '../platform/ids.ts'
import type { WithLock } from '../platform/locks.ts'
import { deleteCapturedMails } from '../platform/mail/captured-mails.ts'
import type { AccountRemoval, Mutation, Services, UnfinishedAccounts } from '../services.ts'
import * as queries from './own-account-queries.ts'

// What a deleted account leaves to be removed, and what follows a change of privacy, may be many
// thousand rows: they are done a slice at a time, each a transaction of a few milliseconds. The
// account's row says that there is more to do until there is not, so that a process that ends in
// the midst of it, in whatever way, loses nothing: the next one goes on.

const LOOK_EVERY_MS = 60_000
/** A little less, so that no turn is missed. */
const TURN_MS = 50_000
/** An answer waits so long for the rest, which most accounts do not need. */
const PATIENCE_MS = 1_000

type Dependencies = Pick<Services, 'db' | 'bus' | 'hooks' | 'images' | 'dataDir'>

interface Options {
  withLock: WithLock
  log: { error(details: object, message: string): void }
}

export function createUnfinishedAccounts(
  services: Dependencies,
  { withLock, log }: Options,
): UnfinishedAccounts {
  const underWay = new Map<Id, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function work(memberId: Id) {
    const mailbox = await queries.mailboxOfDeleted(services.db, memberId)
    if (mailbox !== undefined) await deleteCapturedMails(services.dataDir, mailbox)
    const removal = { memberId, messagesPublished: 0 }
    for (let isMore = true; isMore; ) {
      if (isStopped) return
      const begin = performance.now()
      isMore = await mutate(services, (mutation) => doSlice(services, mutation, removal))
      // As long as it took: half of the time is for everybody else.
      if (isMore) await pause(performance.now() - begin)
    }
    if (mailbox === undefined) return
    await services.images.sweepSoon()
    await reclaimSpace(services.db)
  }

  function finish(memberId: Id): Promise<void> {
    const done =
      underWay.get(memberId) ??
      work(memberId)
        .catch((error: unknown) => log.error({ err: error }, 'an account could not be finished'))
        .finally(() => underWay.delete(memberId))
    underWay.set(memberId, done)
    return done
  }

  async function finishAll() {
    for (const memberId of await queries.unfinishedIds(services.db)) await finish(memberId)
  }

  function look() {
    withLock('finishAccounts', TURN_MS, finishAll).catch((error: unknown) =>
      log.error({ err: error }, 'unfinished accounts could not be looked for'),
    )
  }

  return {
    finish,

    async finishSoon(memberId: Id): Promise<void> {
      const patience = new AbortController()
      const waited = pause(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([finish(memberId), waited])
      patience.abort()
    },

    start() {
      look()
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    },

    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}

/** False once nothing is left to do. */
async function doSlice(
  { hooks, images }: Dependencies,
  mutation: Mutation,
  removal: AccountRemoval,
): Promise<boolean> {
  const { trx } = mutation
  const { memberId } = removal
  const user = await queries.lockUnfinished(trx, memberId)
  if (!user) return false
  if (user.deleted_at === null) {
    if (await hooks.privacyChanged(mutation, memberId, user.is_private === 1)) return true
    await queries.settlePrivacy(trx, memberId)
    return false
  }
  if (await hooks.accountDeleted(mutation, removal)) return true
  if (await queries.deleteSomeIdempotencyKeys(trx, memberId)) return true
  await images.releaseAllOf(trx, memberId)
  await queries.deleteUser(trx, memberId)
  return false
}

import { deleteCapturedMails } from '../../mail/captured-mails.ts'
import {
  createSlicedWork,
  type DoSlices,
  type SlicedWork,
  type SlicedWorkTools,
} from '../../platform/concurrency/sliced-work.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { reclaimSpace } from '../../platform/database/vacuum.ts'
import type { Id } from '../../platform/ids.ts'
import type { AccountDeletion, Mutation, Services } from '../../services.ts'
import { completePrivacyChange } from '../own-account-queries.ts'
import * as queries from './deletion-queries.ts'

type Dependencies = Pick<
  Services,
  'db' | 'bus' | 'hooks' | 'images' | 'archives' | 'imports' | 'dataDir'
>

/** What a deleted account leaves to be removed, and what follows a change of privacy. */
export function createAccountJobs(services: Dependencies, tools: SlicedWorkTools): SlicedWork {
  return createSlicedWork({
    ...tools,
    name: 'finishAccounts',
    findUnfinished: () => queries.unfinishedIds(services.db),
    work: (memberId, doSlices) => finishAccount(services, memberId, doSlices),
  })
}

async function finishAccount(services: Dependencies, memberId: Id, doSlices: DoSlices) {
  const mailboxes = await queries.mailboxesOfDeleted(services.db, memberId)
  for (const mailbox of mailboxes ?? []) await deleteCapturedMails(services.dataDir, mailbox)
  const deletion = { memberId, messagesPublished: 0 }
  const isDone = await doSlices(() =>
    mutate(services, (mutation) => doSlice(services, mutation, deletion)),
  )
  if (!isDone || mailboxes === undefined) return
  await services.images.sweepSoon()
  await services.archives.removeEnded()
  await services.imports.removeEnded()
  await reclaimSpace(services.db)
}

/** False once nothing is left to do. */
async function doSlice(
  { hooks, images }: Dependencies,
  mutation: Mutation,
  deletion: AccountDeletion,
): Promise<boolean> {
  const { trx } = mutation
  const { memberId } = deletion
  const user = await queries.lockUnfinished(trx, memberId)
  if (!user) return false
  if (user.deleted_at === null) {
    const { is_private, private_since: privateSince } = user
    const change = { memberId, isPrivate: is_private === 1, privateSince }
    if (await hooks.privacyChanged(mutation, change)) return true
    await completePrivacyChange(trx, memberId)
    if (!change.isPrivate) await hooks.visibilityChanged(mutation, memberId, 'posts')
    return false
  }
  if (await hooks.accountDeleted(mutation, deletion)) return true
  if (await queries.deleteSomeIdempotencyKeys(trx, memberId)) return true
  await images.releaseAllOf(trx, memberId)
  await queries.deleteUser(trx, memberId)
  return false
}

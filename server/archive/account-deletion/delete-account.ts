import type { DeletionPreview } from '../../../contract/account-deletion.ts'
import { administratorIds } from '../../accounts/administrators.ts'
import { requireConfirmation } from '../../accounts/confirmation.ts'
import { deleteOwnAccount } from '../../accounts/deletion/account-deletion.ts'
import { lockAccount, lockAccounts } from '../../accounts/lock-account.ts'
import { presentAuthor } from '../../accounts/present.ts'
import { fromJson } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, Services } from '../../services.ts'
import { spacesWithHeirs } from '../../spaces/account-deletion.ts'
import { transferSpaces } from '../../spaces/manage-space.ts'
import * as queries from './deletion-queries.ts'

export async function previewDeletion(
  actor: Actor,
  { db, images }: Pick<Services, 'db' | 'images'>,
): Promise<DeletionPreview> {
  const spaces = await spacesWithHeirs(db, actor.id)
  return {
    ...(await queries.countOwnThings(db, actor.id)),
    isOnlyAdministrator: actor.isAdmin && (await administratorIds(db)).length === 1,
    spaces: spaces.map(({ id, name, heirs }) => ({
      ...{ _id: String(id), name },
      heirs: fromJson(heirs).map((row) => presentAuthor(images, row.id, row)),
    })),
  }
}

/** Refuses (409) where a chosen heir is not in the space any more; then all stays as it was. */
export async function deleteAccountWithHeirs(
  actor: Actor,
  services: Services,
  heirs: { space: Id; heir: Id }[],
): Promise<void> {
  await requireConfirmation(actor, services)
  const counts = await queries.countOwnThings(services.db, actor.id)
  await deleteOwnAccount(actor, services, counts, async (mutation) => {
    if (heirs.length === 0) return
    // The own account as its deletion needs it, in its place among the others.
    const lower = heirs.map(({ heir }) => heir).filter((heir) => heir < actor.id)
    await lockAccounts(mutation.trx, lower)
    await lockAccount(mutation.trx, actor.id)
    await transferSpaces(actor, services, mutation, { heirs, from: null })
  })
}

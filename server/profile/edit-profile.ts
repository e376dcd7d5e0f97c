import type { ProfileFields } from '../../contract/profile.ts'
import { publishAccountChanged } from '../accounts/account-events.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import type { ImageSource } from '../images/decoding/decode-image.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import * as queries from './queries.ts'

export interface ProfileEdit {
  /** What is absent stays as it is. */
  fields: ProfileFields
  /** Takes the place of the present photo, whose files go. */
  photo: ImageSource | null
}

/** Changes one's own card. Throws ImageRefusedError when the file is no picture we can read. */
export async function updateOwnProfile(
  actor: Actor,
  services: Services,
  { fields, photo }: ProfileEdit,
): Promise<UserRow> {
  const photoId = photo && (await services.images.save(actor.id, 'photo', photo))
  return updateCardOf(actor.id, services, () => ({ fields, photoId }))
}

/** What of it changes is decided by the card as it is then, which nobody else changes meanwhile. */
export async function updateCardOf(
  memberId: Id,
  services: Pick<Services, 'db' | 'bus' | 'images' | 'hooks'>,
  decide: (former: UserRow) => { fields: ProfileFields; photoId: string | null },
): Promise<UserRow> {
  const { user, photoId } = await mutate(services, async (mutation) => {
    const { trx } = mutation
    const former = await lockAccount(trx, memberId)
    const { fields, photoId } = decide(former)
    if (photoId) await replacePhoto(services, trx, former, photoId)
    const user = await queries.updateCard(trx, former, fields)
    if (photoId) await services.hooks.cardsOutdated(mutation)
    await services.hooks.searchTermsChanged(mutation, memberId)
    publishAccountChanged(mutation, memberId)
    return { user, photoId }
  })
  if (photoId) services.images.sweepSoon()
  return user
}

async function replacePhoto(
  { images }: Pick<Services, 'images'>,
  trx: Queryable,
  { id, photo_image_id: formerId }: UserRow,
  photoId: string,
) {
  await images.use(trx, photoId)
  await queries.updatePhoto(trx, id, photoId)
  if (formerId) await images.release(trx, [formerId])
}

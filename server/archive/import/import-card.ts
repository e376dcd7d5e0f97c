import { updateCardOf } from '../../profile/edit-profile.ts'
import type { Services } from '../../services.ts'
import type { findOwner } from '../content-queries.ts'
import { missingFields, type readProfile } from './import-content.ts'
import { saveImage } from './import-images.ts'
import type { ImportZip } from './import-zip.ts'

/** What the owner says of themselves nowhere here, and their photo where they have none. */
export async function takeCard(
  services: Pick<Services, 'db' | 'bus' | 'images' | 'hooks'>,
  owner: NonNullable<Awaited<ReturnType<typeof findOwner>>>,
  zip: Pick<ImportZip, 'image'>,
  profile: Awaited<ReturnType<typeof readProfile>>,
) {
  const wantsPhoto = owner.photo_image_id === null && profile.photo
  const photo = wantsPhoto ? await zip.image(wantsPhoto.file) : null
  const saved = photo && (await saveImage(services, owner.id, 'photo', photo))
  if (!saved && Object.keys(missingFields(profile, owner)).length === 0) return
  // What they said while the photo was read stays; where nobody needs it, it goes by its deadline.
  await updateCardOf(owner.id, services, (former) => ({
    fields: missingFields(profile, former),
    photoId: former.photo_image_id === null ? saved : null,
  }))
}

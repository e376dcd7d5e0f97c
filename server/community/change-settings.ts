import type { CommunityChanges, CommunitySettings } from '../../contract/community-settings.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import * as queries from './queries.ts'
import { readSettings } from './settings.ts'

/** Writes what is given; the rest stays. Everybody who is here reads it again. */
export async function changeSettings(
  { trx, publish }: Mutation,
  changes: CommunityChanges,
): Promise<CommunitySettings> {
  for (const [key, value] of Object.entries(changes))
    await queries.writeSetting(trx, { key, value: JSON.stringify(value) })
  publishChanged(publish)
  return readSettings(trx)
}

/** Whose the logo is: nobody's, since it stays when the administrator who brought it leaves. */
const NOBODY: Id = 0

/** Shows this picture from now on, or none, and lets the one before go. */
export async function changeLogo(
  { images }: Pick<Services, 'images'>,
  { trx, publish }: Mutation,
  logo: string | null,
): Promise<CommunitySettings> {
  await queries.lockSetting(trx, { key: 'logo', value: JSON.stringify(null) })
  const { logo: former } = await readSettings(trx)
  if (logo) await images.use(trx, logo, NOBODY)
  await queries.writeSetting(trx, { key: 'logo', value: JSON.stringify(logo) })
  if (former) await images.release(trx, [former])
  publishChanged(publish)
  return readSettings(trx)
}

function publishChanged(publish: Mutation['publish']) {
  publish({ kind: 'broadcast', topics: ['everyone'], event: { type: 'community_changed' } })
}

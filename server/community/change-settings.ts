import type { CommunityChanges, CommunitySettings } from '../../contract/community-settings.ts'
import type { Mutation } from '../services.ts'
import * as queries from './queries.ts'
import { readSettings } from './settings.ts'

/** Writes what is given; the rest stays. Everybody who is here reads it again. */
export async function changeSettings(
  { trx, publish }: Mutation,
  changes: CommunityChanges,
): Promise<CommunitySettings> {
  for (const [key, value] of Object.entries(changes))
    await queries.writeSetting(trx, { key, value: JSON.stringify(value) })
  publish({ kind: 'broadcast', topics: ['everyone'], event: { type: 'community_changed' } })
  return readSettings(trx)
}

import {
  COMMUNITY_DEFAULTS,
  type CommunitySettings,
  communityFields,
  communitySettings,
} from '../../contract/community-settings.ts'
import { ReadCache } from '../platform/database/read-cache.ts'
import type { Database, Queryable } from '../schema.ts'
import * as queries from './queries.ts'

// What administrators decide about the community. It is asked for with every page, mail and
// registration, so it is kept until somebody writes it, in whichever process.

export interface CommunityReader {
  read(): Promise<CommunitySettings>
}

export function createCommunityReader(db: Database): CommunityReader {
  const kept = new ReadCache<'settings', CommunitySettings>(db, { maxBytes: 1, bytesOf: () => 1 })
  return { read: () => kept.read('settings', () => readSettings(db)) }
}

/** A setting that this version would not take any more is as it was at first. */
export async function readSettings(db: Queryable): Promise<CommunitySettings> {
  const fields = { ...communityFields, logo: communitySettings.shape.logo }
  const known = (await queries.allSettings(db)).flatMap(({ key, value }) => {
    if (!Object.hasOwn(fields, key)) return []
    const { success, data } = fields[key as keyof typeof fields].safeParse(JSON.parse(value))
    return success ? [[key, data]] : []
  })
  return { ...COMMUNITY_DEFAULTS, ...Object.fromEntries(known) }
}

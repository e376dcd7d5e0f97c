import {
  COMMUNITY_DEFAULTS,
  type CommunityChanges,
  type CommunitySettings,
  communityChanges,
} from '../../contract/community-settings.ts'
import { NO_ID } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import * as queries from './queries.ts'
import { readSettings } from './settings.ts'

/** What became another by a change: as it was, and as it is since then. */
export interface SettingsChange {
  former: CommunityChanges
  became: CommunityChanges
}

/** Writes what is given; the rest stays. Everybody who is here reads it again. */
export async function changeSettings(
  { trx, publish }: Mutation,
  changes: CommunityChanges,
): Promise<SettingsChange & { settings: CommunitySettings }> {
  const keys = keysOf(changes)
  const before = await holdSettings(trx, keys)
  for (const [key, value] of Object.entries(changes))
    await queries.writeSetting(trx, { key, value: JSON.stringify(value) })
  publishChanged(publish)
  const settings = await readSettings(trx)
  // That it is set up is for good.
  const changed = keys.filter((key) => key !== 'isSetUp' && !isSame(before[key], settings[key]))
  return { settings, former: pick(before, changed), became: pick(settings, changed) }
}

/** Makes a change undone, kept as JSON. False where some of it was changed again since. */
export async function restoreSettings(mutation: Mutation, contents: string): Promise<boolean> {
  const { former, became }: SettingsChange = JSON.parse(contents)
  // A setting of then may be one no more, or take other values.
  const { success, data } = communityChanges.safeParse(former)
  if (!success) return false
  const keys = keysOf(data)
  const now = await holdSettings(mutation.trx, keys)
  if (keys.some((key) => !isSame(now[key], became[key]))) return false
  await changeSettings(mutation, data)
  return true
}

type Key = keyof CommunityChanges

/** In one order, so that of two changes at once one waits for the other. */
function keysOf(changes: CommunityChanges): Key[] {
  return (Object.keys(changes) as Key[]).toSorted()
}

/** All settings; these stay as they are until the transaction ends. */
async function holdSettings(trx: Mutation['trx'], keys: Key[]): Promise<CommunitySettings> {
  for (const key of keys)
    await queries.lockSetting(trx, { key, value: JSON.stringify(COMMUNITY_DEFAULTS[key]) })
  return readSettings(trx)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function pick(settings: CommunitySettings, keys: Key[]): CommunityChanges {
  return Object.fromEntries(keys.map((key) => [key, settings[key]]))
}

/** Shows this picture from now on, or none, and lets the one before go. */
export async function changeLogo(
  { images }: Pick<Services, 'images'>,
  { trx, publish }: Mutation,
  logo: string | null,
): Promise<CommunitySettings> {
  await queries.lockSetting(trx, { key: 'logo', value: JSON.stringify(null) })
  const { logo: former } = await readSettings(trx)
  if (logo) await images.use(trx, logo, NO_ID)
  await queries.writeSetting(trx, { key: 'logo', value: JSON.stringify(logo) })
  if (former) await images.release(trx, [former])
  publishChanged(publish)
  return readSettings(trx)
}

function publishChanged(publish: Mutation['publish']) {
  publish({ kind: 'broadcast', topics: ['everyone'], event: { type: 'community_changed' } })
}

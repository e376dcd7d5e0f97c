import {
  type CommunityChanges,
  type CommunitySettings,
  MESSAGES,
} from '../../contract/community-settings.ts'
import { mutateAs, mutateAsAdmin } from '../accounts/mutate-as.ts'
import { changeLogo, changeSettings, type SettingsChange } from '../community/change-settings.ts'
import type { ImageSource } from '../images/decoding/decode-image.ts'
import { invalid } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { NO_ID } from '../platform/ids.ts'
import { recordRemoval } from '../removals/removals.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'

/** What the log calls the settings. That the first ones were made is no news. */
const NAMES = {
  name: 'name',
  tagline: 'the line under it',
  accent: 'accent colour',
  about: 'about',
  rules: 'rules',
  registration: 'who may register',
  whoMayInvite: 'who may invite',
  letsInvitedIn: 'whether invited people come in at once',
  approvalQuestions: 'questions to newcomers',
  blockedMailDomains: 'blocked mail domains',
  announcement: 'announcement',
  imprint: 'imprint',
  privacy: 'privacy policy',
  terms: 'terms',
} satisfies Record<Exclude<keyof CommunityChanges, 'isSetUp'>, string>

type Named = keyof typeof NAMES

/** `actor`: null for the command line. Refuses (400, at `reason`) none, but while it is set up. */
export async function changeCommunity(
  actor: Actor | null,
  services: Services,
  changes: CommunityChanges,
  reason: string,
): Promise<CommunitySettings> {
  if (namedOf(changes).length > 0) await requireReason(services, reason)
  return mutateAsAdmin(actor, services, async (mutation) => {
    const { settings, ...change } = await changeSettings(mutation, changes)
    const named = namedOf(change.former)
    if (named.length === 0) return settings
    const what = named.map((setting) => NAMES[setting]).join(', ')
    const id = await recordChange(actor, services, mutation, { what, reason })
    await keepFormer(services, mutation, id, change)
    return settings
  })
}

/**
 * Shows this picture as the logo of the community, or none. Refuses as above; it cannot be undone.
 */
export async function changeCommunityLogo(
  actor: Actor,
  services: Services,
  file: ImageSource | null,
  reason: string,
): Promise<CommunitySettings> {
  await requireReason(services, reason)
  const logo = file && (await services.images.save(actor.id, 'logo', file))
  const settings = await mutateAs(actor, services, async (mutation) => {
    await recordChange(actor, services, mutation, { what: 'logo', reason })
    return changeLogo(services, mutation, logo)
  })
  services.images.sweepSoon()
  return settings
}

/** Of who sets an empty community up nobody asks why. */
async function requireReason({ community }: Services, reason: string) {
  const { isSetUp } = await community.read()
  if (isSetUp && reason === '') throw invalid('reason', MESSAGES.reasonMissing)
}

function recordChange(
  actor: Actor | null,
  services: Services,
  { trx }: Mutation,
  { what, reason }: { what: string; reason: string },
): Promise<Id> {
  return recordAdminAct(services, trx, {
    ...{ adminId: actor?.id ?? null, act: 'change_community', memberNumber: 0 },
    reason: reason === '' ? what : `${what}: ${reason}`,
  })
}

function keepFormer({ clock }: Services, { trx }: Mutation, id: Id, change: SettingsChange) {
  const act = { id, kind: 'community', thingId: NO_ID, now: clock() } as const
  const lines = namedOf(change.former).map((setting) => {
    const value = change.former[setting]
    return `${capitalised(NAMES[setting])}: ${wordsOf(value)}`
  })
  const images = { imageId: null, imageAlt: '' }
  const kept = { memberId: NO_ID, text: lines.join('\n'), ...images, contents: change }
  return recordRemoval(trx, act, kept)
}

function namedOf(changes: CommunityChanges): Named[] {
  return (Object.keys(NAMES) as Named[]).filter((setting) => setting in changes)
}

const SHOWN_CHARACTERS = 300

/** What a setting was, as the log shows it; of a long text the beginning. */
function wordsOf(value: CommunityChanges[Named]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const parts = Array.isArray(value) ? value : [value ?? '']
  const text = parts.map((part) => (typeof part === 'string' ? part : part.title)).join(', ')
  const characters = [...text]
  if (characters.length <= SHOWN_CHARACTERS) return text || '(empty)'
  return `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import { archivedSettings } from '../../../contract/archive-format.ts'
import { publishAccountChanged } from '../../accounts/account-events.ts'
import { mutate } from '../../platform/database/mutate.ts'
import type { Id } from '../../platform/ids.ts'
import { parsedOrUndefined } from '../../platform/safe-parse.ts'
import type { Services } from '../../services.ts'
import { lockMember } from '../queries.ts'
import { type Choices, updateChoices } from './import-queries.ts'
import type { ImportZip } from './import-zip.ts'

/** Nothing else is looked at: beside them stand lists without an end. */
const archivedChoices = archivedSettings.pick({
  schema: true,
  messagePolicy: true,
  quietNumbers: true,
})

/** How the member wants it here as well, where they did not choose: never to be easier to reach. */
export async function readChoices(
  zip: Pick<ImportZip, 'object'>,
  here: { message_policy: string; quiet_numbers: number | null },
): Promise<Choices> {
  const settings = parsedOrUndefined(archivedChoices, await zip.object('settings'))
  const { messagePolicy, quietNumbers } = settings ?? {}
  const isNarrower = here.message_policy === 'knock' && messagePolicy !== 'knock'
  return {
    ...(messagePolicy && isNarrower && { message_policy: messagePolicy }),
    ...(typeof quietNumbers === 'boolean' &&
      here.quiet_numbers === null && { quiet_numbers: quietNumbers ? 1 : 0 }),
  }
}

export async function takeChoices(
  services: Pick<Services, 'db' | 'bus'>,
  memberId: Id,
  choices: Choices,
) {
  if (Object.keys(choices).length === 0) return
  await mutate(services, async (mutation) => {
    if (!(await lockMember(mutation.trx, memberId))) return
    await updateChoices(mutation.trx, memberId, choices)
    publishAccountChanged(mutation, memberId)
  })
}

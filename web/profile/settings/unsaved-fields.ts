import type { z } from 'zod'
import { type CurrentUser, currentUser } from '../../../contract/accounts.ts'
import { readDraft, useDraft } from '../../platform/drafts.ts'
import { parsedDraft } from '../../platform/parsed-draft.ts'

const fields = currentUser.pick({
  aboutMe: true,
  petPreference: true,
  currentlyVibingTo: true,
  currentlyVibingToSpotify: true,
})
export type Fields = z.infer<typeof fields>
type Unsaved = { [Name in keyof Fields]?: Fields[Name] | undefined }

const DRAFT = 'profile'

/** The fields as the member left them, kept on the device until they are saved. */
export function useUnsavedFields(saved: CurrentUser) {
  const [draft, setDraft, clear] = useDraft(DRAFT)
  const unsaved = differing(parseDraft(draft), saved)

  function change<Name extends keyof Fields>(name: Name, value: Fields[Name]) {
    keep(differing({ ...unsaved, [name]: value }, saved))
  }

  function keep(changed: Partial<Fields>) {
    setDraft(isEmpty(changed) ? '' : JSON.stringify(changed))
  }

  return {
    values: { ...fields.parse(saved), ...unsaved },
    unsaved,
    isChanged: !isEmpty(unsaved),
    change,
    clear,
    /** Only what is not saved by now is kept, also of what was typed since. */
    settle: (now: CurrentUser) => keep(differing(parseDraft(readDraft(DRAFT)), now)),
  }
}

function parseDraft(draft: string): Unsaved {
  return parsedDraft(draft, fields.partial()) ?? {}
}

function differing(values: Unsaved, saved: CurrentUser): Partial<Fields> {
  const entries = Object.entries(values) as [keyof Fields, string][]
  return Object.fromEntries(entries.filter(([name, value]) => value !== saved[name]))
}

function isEmpty(values: object): boolean {
  return Object.keys(values).length === 0
}

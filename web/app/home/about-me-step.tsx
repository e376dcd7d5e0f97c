import type { FormEvent } from 'react'
import { currentUser } from '../../../contract/accounts.ts'
import { ABOUT_ME_MAX, MESSAGES } from '../../../contract/profile.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useSaveProfile } from '../../profile/settings/api.ts'
import { useUnsavedFields } from '../../profile/settings/unsaved-fields.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusOnError } from '../../ui/focus-on-error.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useUser } from '../session.tsx'

export function AboutMeStep() {
  // What stands here waits as it does at the profile, and is the same.
  const { values, change, settle } = useUnsavedFields(useUser())
  const text = values.aboutMe
  const { mutateAsync, isPending, error, isSuccess } = useSaveProfile()
  const field = useFocusOnError<HTMLInputElement>(error)
  const problem = error ? errorMessage(error, MESSAGES.profileFailed) : undefined

  function save(event: FormEvent) {
    event.preventDefault()
    if (isPending || text.trim() === '') return
    const fields = { aboutMe: text.trim() }
    change('aboutMe', fields.aboutMe)
    const stop = new AbortController().signal
    mutateAsync({ fields, photo: null, stop, onProgress() {} })
      .then((answer) => settle(currentUser.parse(answer)))
      // Why is said at the field.
      .catch(() => {})
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-wrap items-start gap-2">
      <TextField
        ref={field}
        label="About Me"
        isLabelHidden
        placeholder="Bakes bread, reads on trains."
        value={text}
        onChange={(event) => change('aboutMe', event.target.value)}
        counterMax={ABOUT_ME_MAX}
        error={problem}
        className="min-w-40 flex-1"
      />
      <Button type="submit" busy={isPending} className="sm:min-h-11">
        Save
      </Button>
      <p role="status" className="w-full text-ink-soft text-sm empty:sr-only">
        {isSuccess && MESSAGES.profileUpdated}
      </p>
    </form>
  )
}

import { type FormEvent, useState } from 'react'
import { ABOUT_ME_MAX, MESSAGES } from '../../../contract/profile.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useSaveProfile } from '../../profile/settings/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUser } from '../session.tsx'

export function AboutMeStep() {
  const { aboutMe } = useUser()
  const [text, setText] = useState(aboutMe)
  const { mutate, isPending, error, isSuccess } = useSaveProfile()
  const problem = error ? errorMessage(error, MESSAGES.profileFailed) : undefined

  function save(event: FormEvent) {
    event.preventDefault()
    if (isPending || text.trim() === '') return
    const stop = new AbortController().signal
    mutate({ fields: { aboutMe: text.trim() }, photo: null, stop, onProgress() {} })
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-wrap items-start gap-2">
      <TextField
        label="About Me"
        isLabelHidden
        placeholder="Bakes bread, reads on trains."
        value={text}
        onChange={(event) => setText(event.target.value)}
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

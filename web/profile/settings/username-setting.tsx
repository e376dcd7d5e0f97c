import { useEffect, useRef, useState } from 'react'
import { MESSAGES } from '../../../contract/profile.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useSaveUsername } from './api.ts'

interface UsernameSettingProps {
  username: string
  onTyped: (isUnsaved: boolean) => void
}

/** The name, and the way to another one. Whether that is possible, the server says. */
export function UsernameSetting({ username, onTyped }: UsernameSettingProps) {
  const [typed, setTyped] = useState<string>()
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const isEditing = typed !== undefined

  useEffect(() => {
    // What had the focus went with the field.
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  function change(next: string | undefined) {
    setTyped(next)
    onTyped(next !== undefined && next !== username)
  }

  if (isEditing)
    return <UsernameForm typed={typed} onType={change} onDone={() => change(undefined)} />
  return (
    <div className="flex items-end gap-3">
      <TextField label="Username" value={username} readOnly className="min-w-0 flex-1" />
      <Button ref={editButton} onClick={() => change(username)} aria-label="Edit username">
        Edit
      </Button>
    </div>
  )
}

interface UsernameFormProps {
  typed: string
  onType: (username: string) => void
  onDone: () => void
}

function UsernameForm({ typed, onType, onDone }: UsernameFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const { mutateAsync: save } = useSaveUsername()
  const toast = useToast()
  const form = useForm({
    parse: () => ({ data: typed }),
    async send(username: string) {
      await save(username)
      toast.success(MESSAGES.usernameUpdated)
      onDone()
    },
    ...{ failed: MESSAGES.usernameFailed, fields: ['username'] as const },
  })

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <TextField
        ref={input}
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          onType(event.target.value)
          form.reset()
        }}
        error={form.errors.username ?? form.failure?.sentence}
        readOnly={form.isSubmitting}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone} disabled={form.isSubmitting} aria-label="Cancel editing username">
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={form.isSubmitting} aria-label="Save username">
          Save
        </Button>
      </div>
    </form>
  )
}

import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { MESSAGES } from '../../../contract/profile.ts'
import { ApiError } from '../../platform/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useSaveUsername } from './api.ts'
import { saidByServer } from './said-by-server.ts'

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
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const { mutateAsync: save, isPending } = useSaveUsername()
  const toast = useToast()

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    setProblem(undefined)
    try {
      await save(typed)
      toast.success(MESSAGES.usernameUpdated)
      onDone()
    } catch (error) {
      setProblem(problemIn(error))
      input.current?.focus()
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
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
          setProblem(undefined)
        }}
        error={problem}
        readOnly={isPending}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone} disabled={isPending} aria-label="Cancel editing username">
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending} aria-label="Save username">
          Save
        </Button>
      </div>
    </form>
  )
}

function problemIn(error: unknown): string {
  const atField = error instanceof ApiError ? error.fields.username : undefined
  return atField ?? saidByServer(error, MESSAGES.usernameFailed)
}

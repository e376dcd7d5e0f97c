import { type ReactNode, useState } from 'react'
import { ApiError } from '../../platform/api-client.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { confirmPassword } from './api.ts'

export interface ConfirmedAct {
  /** Does it, with the password first where it was asked for. What refuses it is thrown. */
  run(act: () => Promise<void>): Promise<void>
  /** Where the password is typed, once the server asked for it. */
  field: ReactNode
}

/** What the server does only for who typed the password lately: it is asked for when that is needed. */
export function useConfirmedAct(): ConfirmedAct {
  const [isAsked, setIsAsked] = useState(false)
  const [password, setPassword] = useState('')

  async function run(act: () => Promise<void>) {
    try {
      if (isAsked) await confirmPassword(password)
      await act()
      setIsAsked(false)
      setPassword('')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'confirmation_needed') setIsAsked(true)
      throw error
    }
  }

  const field = isAsked && (
    <PasswordField
      label="Your password"
      autoComplete="current-password"
      value={password}
      onChange={(event) => setPassword(event.target.value)}
      required
    />
  )
  return { run, field }
}

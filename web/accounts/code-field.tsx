import type { ComponentProps } from 'react'
import { TextField } from '../ui/text-field.tsx'

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

/** For the code of an app, or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      label="Code"
      description="Six digits of your app, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
    />
  )
}

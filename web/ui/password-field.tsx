import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { LightIconButton } from './light-icon-button.tsx'
import { TextField } from './text-field.tsx'

/** A password that can be shown; pass `autoComplete` so that password managers know which. */
export function PasswordField(
  props: Omit<ComponentProps<typeof TextField>, 'type' | 'endControl'>,
) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      endControl={
        <LightIconButton
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? <EyeOff /> : <Eye />}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 end-0 my-auto sm:end-1"
        />
      }
    />
  )
}

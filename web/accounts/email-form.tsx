import { emailBody } from '../../contract/accounts.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import type { FieldErrors } from '../platform/form/use-form.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { useAccountForm } from './use-account-form.ts'

interface EmailFormProps {
  label: string
  /** What stands there at first. */
  email?: string
  /** What the address has to be, with the sentences of the call. */
  body?: typeof emailBody
  send: (email: string) => Promise<void>
  /** Said when the server gave no sentence. */
  failed: string
}

export function EmailForm({ label, email = '', body = emailBody, send, failed }: EmailFormProps) {
  const form = useAccountForm({
    empty: { email },
    check: (values): FieldErrors<'email'> => fieldErrors(body, values),
    failed,
    send: ({ email }) => send(email),
  })
  return (
    <>
      <FormFailureBanner failure={form.failure} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          required
        />
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          {label}
        </Button>
      </form>
    </>
  )
}

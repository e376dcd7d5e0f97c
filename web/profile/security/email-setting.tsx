import { useState } from 'react'
import { MESSAGES, newEmailBody } from '../../../contract/account-security.ts'
import { fieldErrors } from '../../platform/form/field-errors.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Section } from '../settings/section.tsx'
import { ActFailure } from './act-failure.tsx'
import { requestEmailChange } from './api.ts'
import { useConfirmedAct } from './use-confirmed-act.tsx'

/** Another address: it changes when the link in its mailbox is opened. */
export function EmailSetting({ email }: { email: string }) {
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState<string>()
  const { run, field } = useConfirmedAct()
  const form = useForm<string, 'email'>({
    parse() {
      const errors = fieldErrors(newEmailBody, { email: typed })
      return errors.email ? { errors } : { data: typed }
    },
    send: (newEmail) =>
      run(async () => {
        setSent(await requestEmailChange(newEmail.trim()))
        setTyped('')
      }),
    failed: MESSAGES.emailFailed,
    fields: ['email'],
  })
  return (
    <Section title="Email">
      <p className="text-ink-soft">
        Your address is <strong className="break-words text-ink">{email}</strong>. Only you and the
        administrators see it.
      </p>
      {sent && <Banner tone="success">{sent}</Banner>}
      <ActFailure failure={form.failure} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="New email"
          type="email"
          name="email"
          autoComplete="email"
          value={typed}
          error={form.errors.email}
          readOnly={form.isSubmitting}
          onChange={({ target }) => {
            setTyped(target.value)
            setSent(undefined)
            form.setErrors({ email: undefined })
          }}
          required
        />
        {field}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={form.isSubmitting}>
            Change email
          </Button>
        </div>
      </form>
    </Section>
  )
}

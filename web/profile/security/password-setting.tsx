import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES, newPasswordBody } from '../../../contract/account-security.ts'
import { MESSAGES as ACCOUNT_MESSAGES } from '../../../contract/accounts.ts'
import { fieldErrors } from '../../platform/form/field-errors.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Section } from '../settings/section.tsx'
import { changePassword, sessionsOptions } from './api.ts'

const EMPTY = { currentPassword: '', password: '', repeated: '' }
type Name = keyof typeof EMPTY

export function PasswordSetting() {
  const [values, setValues] = useState(EMPTY)
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm<typeof EMPTY, Name>({
    parse: () => check(values),
    async send({ currentPassword, password }) {
      await changePassword(currentPassword, password)
      setValues(EMPTY)
      toast.success(MESSAGES.passwordChanged)
      // All other devices were signed out by it.
      void client.invalidateQueries({ queryKey: sessionsOptions.queryKey })
    },
    failed: MESSAGES.passwordFailed,
    fields: ['currentPassword', 'password'],
  })
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: form.errors[name],
    readOnly: form.isSubmitting,
    required: true,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setValues({ ...values, [name]: target.value })
      form.setErrors({ [name]: undefined })
    },
  })
  return (
    <Section title="Password">
      {form.failure && <Banner tone="error">{form.failure.sentence}</Banner>}
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          {...field('password')}
          label="New password"
          description="At least 8 characters, with a lowercase and an uppercase letter, a number and one of @$!%*?&"
          autoComplete="new-password"
        />
        <PasswordField
          {...field('repeated')}
          label="Repeat the new password"
          autoComplete="new-password"
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={form.isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  )
}

function check(values: typeof EMPTY) {
  const errors = {
    ...fieldErrors(newPasswordBody, values),
    ...(values.password === values.repeated ? {} : { repeated: ACCOUNT_MESSAGES.passwordsDiffer }),
  }
  return Object.keys(errors).length > 0 ? { errors } : { data: values }
}

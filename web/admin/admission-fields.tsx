import { INVITERS, REGISTRATIONS } from '../../contract/community.ts'
import { COMMUNITY_LIMITS } from '../../contract/community-settings.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { REGISTRATION_NAMES } from './registration-names.ts'
import type { CommunityForm } from './use-community-form.ts'

const INVITER_NAMES: Record<(typeof INVITERS)[number], string> = {
  everybody: 'Every member',
  admins: 'Administrators',
}

export function AdmissionFields({ form }: { form: CommunityForm }) {
  const { registration, whoMayInvite, letsInvitedIn, blockedMailDomains } = form.values
  return (
    <>
      <SelectField
        label="Who may register"
        name="registration"
        value={registration}
        error={form.errors.registration}
        options={REGISTRATIONS.map((value) => ({ value, label: REGISTRATION_NAMES[value] }))}
        onChange={(value) => form.change('registration', value)}
      />
      <SelectField
        label="Who may invite"
        name="whoMayInvite"
        value={whoMayInvite}
        error={form.errors.whoMayInvite}
        options={INVITERS.map((value) => ({ value, label: INVITER_NAMES[value] }))}
        onChange={(value) => form.change('whoMayInvite', value)}
      />
      {registration === 'approval' && (
        <>
          <Checkbox
            label="Who was invited by a member comes in at once"
            checked={letsInvitedIn}
            onChange={(isChecked) => form.change('letsInvitedIn', isChecked)}
          />
          <Questions form={form} />
        </>
      )}
      <TextArea
        label="Mail domains nobody may register with"
        name="blockedMailDomains"
        description="One in each line, such as example.org; those below it count, too."
        value={blockedMailDomains.join('\n')}
        error={form.errors.blockedMailDomains}
        onChange={({ target }) =>
          form.change('blockedMailDomains', target.value === '' ? [] : target.value.split('\n'))
        }
      />
    </>
  )
}

function Questions({ form }: { form: CommunityForm }) {
  const { approvalQuestions } = form.values
  const numbers = Array.from({ length: COMMUNITY_LIMITS.approvalQuestions }, (_, index) => index)
  const change = (index: number, text: string) => {
    const next = numbers.map((at) => (at === index ? text : (approvalQuestions[at] ?? '')))
    // A blank one before another holds its place until all are sent: it may be what is typed in.
    const count = next.findLastIndex((question) => question !== '') + 1
    form.change('approvalQuestions', next.slice(0, count))
  }
  return numbers
    .slice(0, approvalQuestions.length + 1)
    .map((index) => (
      <TextArea
        key={index}
        label={index === 0 ? 'A question to who wants to come in' : 'Another question'}
        name={`question-${index}`}
        value={approvalQuestions[index] ?? ''}
        error={form.errors.approvalQuestions}
        counterMax={COMMUNITY_LIMITS.approvalQuestion}
        onChange={(event) => change(index, event.target.value)}
      />
    ))
}

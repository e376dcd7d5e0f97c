import { generatePath, Link } from 'react-router'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { paths } from '../../app/paths.ts'
import { TextField } from '../../ui/text-field.tsx'
import { MemberBadge } from '../badge.tsx'
import { PhotoChoice } from './photo-choice.tsx'
import type { ProfileForm } from './use-profile-form.ts'
import { UsernameSetting } from './username-setting.tsx'

interface IdentityProps {
  user: CurrentUser
  form: ProfileForm
  /** While another name is typed and not saved. */
  onUsernameTyped: (isUnsaved: boolean) => void
}

export function Identity({ user, form, onUsernameTyped }: IdentityProps) {
  return (
    <>
      <PhotoChoice user={user} form={form} />
      <Link
        to={generatePath(paths.viewAs, { viewer: 'public' })}
        className="inline-flex min-h-11 w-fit items-center text-ember underline underline-offset-2 sm:min-h-8"
      >
        See my profile as…
      </Link>
      <UsernameSetting username={user.username} onTyped={onUsernameTyped} />
    </>
  )
}

/** What is settled: address and place in the order of sign-up. */
export function AccountFacts({ user }: { user: CurrentUser }) {
  return (
    <>
      <TextField
        label="Email"
        type="email"
        value={user.email}
        readOnly
        description="Only you and the administrators see it."
      />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="User number"
          value={user.userNumber ? String(user.userNumber) : 'N/A'}
          readOnly
          className="w-40"
        />
        <span className="pb-2.5 empty:hidden">
          <MemberBadge userNumber={user.userNumber} />
        </span>
      </div>
    </>
  )
}

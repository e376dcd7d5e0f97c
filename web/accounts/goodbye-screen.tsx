import { paths } from '../app/paths.ts'
import { AccountLink, AccountPage } from './account-page.tsx'

export function GoodbyeScreen() {
  return (
    <AccountPage
      title="Good-bye"
      lead="Your account is deleted."
      links={
        <>
          <AccountLink to={paths.register} before="Changed your mind?">
            Create an account
          </AccountLink>
          <AccountLink to={paths.login} before="Somebody else here?">
            Sign in
          </AccountLink>
        </>
      }
    >
      <p>
        Your posts, comments and messages are gone from here, your friendships and your place in the
        spaces too. Nothing of you is left on this device.
      </p>
      <p className="font-serif text-lg">Thank you for having been here. Take care.</p>
    </AccountPage>
  )
}

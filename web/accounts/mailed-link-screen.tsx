import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ResetAnswer } from '../../contract/account-security.ts'
import { MESSAGES } from '../../contract/mailed-links.ts'
import { paths } from '../app/paths.ts'
import { useStayWhenSessionEnds } from '../app/stay-when-session-ends.ts'
import { ApiError, errorMessage } from '../platform/api-error.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { changeEmail, endStrangersSessions, undoEmailChange } from './api.ts'

// Where mails about the safety of an account lead. Each asks for one press, so that a program that
// looks into mails changes nothing.

interface MailedAct {
  title: string
  lead: string
  label: string
  /** Resolves with what a new password is chosen by, where one is to be chosen now. */
  act: (token: string) => Promise<ResetAnswer | undefined>
  done: string
  /** What is left to do once the link was refused for good: pressing it again leads nowhere. */
  otherwise?: ReactNode
}

export function ChangeEmailScreen() {
  return (
    <MailedLink
      title="Your new address"
      lead="From now on you sign in with this address, and your mail comes here."
      label="Use this address"
      done={MESSAGES.emailChanged}
      act={async (token) => {
        await changeEmail(token)
        return undefined
      }}
    />
  )
}

export function UndoEmailScreen() {
  return (
    <MailedLink
      title="This was not me"
      lead="Your account gets this address again, and every device is signed out. Then you choose a new password."
      label="Take my account back"
      done={MESSAGES.emailUndone}
      act={undoEmailChange}
      // No new password comes to this mailbox: it is not the account's any more.
      otherwise={<p className="text-ink-soft">Ask whoever runs this community.</p>}
    />
  )
}

export function SecureAccountScreen() {
  return (
    <MailedLink
      title="This wasn’t me"
      lead="Every device is signed out. Then you choose a new password."
      label="Sign every device out"
      done={MESSAGES.everywhereSignedOut}
      act={endStrangersSessions}
      otherwise={
        <>
          <p className="text-ink-soft">A new password signs every device out, too.</p>
          <ButtonLink to={paths.forgotPassword} variant="primary">
            Choose a new password
          </ButtonLink>
        </>
      }
    />
  )
}

function MailedLink({ title, lead, label, done, act, otherwise }: MailedAct) {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [error, setError] = useState<unknown>()
  const instead = error instanceof ApiError && error.status === 400 && otherwise
  useStayWhenSessionEnds(isBusy || isDone)

  async function press() {
    setIsBusy(true)
    setError(undefined)
    try {
      const reset = await act(token)
      // Busy until the form is there: this link is used up.
      if (reset) {
        const { resetToken, codesEndAt } = reset
        const to = paths.resetPassword.replace(':token?', resetToken)
        return void navigate(to, { replace: true, state: { codesEndAt } })
      }
      setIsDone(true)
    } catch (failure) {
      setError(failure)
    }
    setIsBusy(false)
  }

  return (
    <AccountPage
      title={title}
      {...(isDone || instead ? {} : { lead })}
      links={<AccountLink to={paths.home}>Go to Home</AccountLink>}
    >
      {error !== undefined && (
        <Banner tone="error">{errorMessage(error, MESSAGES.linkFailed)}</Banner>
      )}
      {isDone && (
        <>
          <Banner tone="success">{done}</Banner>
          <ButtonLink to={paths.home} variant="primary">
            Continue
          </ButtonLink>
        </>
      )}
      {instead}
      {!isDone && !instead && (
        <Button variant="primary" busy={isBusy} onClick={() => void press()}>
          {label}
        </Button>
      )}
    </AccountPage>
  )
}

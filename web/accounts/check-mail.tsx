import { useEffect, useRef } from 'react'
import { MESSAGES } from '../../contract/registration.ts'
import { paths } from '../app/paths.ts'
import { useCommunity } from '../platform/community.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { ResendButton } from './resend-verification.tsx'

interface CheckMailProps {
  email: string
  sentence: string
  onChangeEmail: () => void
}

/** After a registration: the one thing left to do is in the mailbox. */
export function CheckMail({ email, sentence, onChangeEmail }: CheckMailProps) {
  const { name } = useCommunity()
  return (
    <AccountPage
      title={`Check ${email}`}
      links={<AccountLink to={paths.login}>Back to sign in</AccountLink>}
    >
      <Success sentence={sentence} />
      <p className="text-ink-soft">
        The mail is called “{MESSAGES.verifySubject(name)}”, and its link works for a day. It can
        take a minute; if it does not come, look into your spam folder.
      </p>
      <ResendButton email={email} />
      <Button onClick={onChangeEmail}>Change address</Button>
      <p className="text-ink-soft text-sm">
        With the same username and password, another address takes the place of this one.
      </p>
    </AccountPage>
  )
}

/** The form is gone, so the eye and the reading voice are led up here. */
function Success({ sentence }: { sentence: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      <Banner tone="success">{sentence}</Banner>
    </div>
  )
}

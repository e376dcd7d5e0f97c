import { ArrowLeft } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { useUser } from '../../app/session.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Devices } from './devices.tsx'
import { EmailSetting } from './email-setting.tsx'
import { PasswordSetting } from './password-setting.tsx'

/** A section of the Profile Settings with an address of its own: what keeps the account one's own. */
export function SecurityScreen() {
  const { email } = useUser()
  return (
    <Page title="Account safety">
      <div className="flex flex-col gap-6">
        <div>
          <ButtonLink to={paths.profile}>
            <ArrowLeft aria-hidden className="size-4.5" />
            Profile Settings
          </ButtonLink>
        </div>
        <Devices />
        <PasswordSetting />
        <EmailSetting email={email} />
      </div>
    </Page>
  )
}

import { useUser } from '../../app/session.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { Devices } from './devices.tsx'
import { EmailSetting } from './email-setting.tsx'
import { PasskeySetting } from './passkey-setting.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { SecondFactorSetting } from './second-factor-setting.tsx'

/** A part of the settings: what keeps the account one's own. */
export function SecurityScreen() {
  const { email } = useUser()
  return (
    <SettingsPage title="Account safety">
      <Devices />
      <PasswordSetting />
      <PasskeySetting />
      <SecondFactorSetting />
      <EmailSetting email={email} />
    </SettingsPage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../app/session.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { secondFactorOptions, sessionsOptions } from './api.ts'
import { Devices } from './devices.tsx'
import { EmailSetting } from './email-setting.tsx'
import { passkeysOptions } from './passkey-api.ts'
import { PasskeySetting } from './passkey-setting.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { SecondFactorSetting } from './second-factor-setting.tsx'

/** A part of the settings: what keeps the account one's own. */
export function SecurityScreen() {
  const { email } = useUser()
  const lists = [
    useQuery(sessionsOptions),
    useQuery(passkeysOptions),
    useQuery(secondFactorOptions),
  ]
  // All at once: none moves what stands below it as it comes. One that failed is asked for anew by
  // the part that shows it, and is pending then: taken down for that, the parts would ask without
  // end.
  const isLoading = !lists.every(({ isFetched }) => isFetched)
  return (
    <SettingsPage title="Account safety">
      {isLoading ? (
        <Spinner label="Loading what keeps your account safe" />
      ) : (
        <>
          <Devices />
          <PasswordSetting />
          <PasskeySetting />
          <SecondFactorSetting />
          <EmailSetting email={email} />
        </>
      )}
    </SettingsPage>
  )
}

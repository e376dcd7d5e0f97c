import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { MESSAGES } from '../../contract/profile.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { useSession } from '../app/session.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { ownProfileOptions } from './settings/api.ts'
import { DangerZone } from './settings/danger-zone.tsx'
import { PrivacySettings } from './settings/privacy-settings.tsx'
import { ProfileSettings } from './settings/profile-settings.tsx'
import { SettingsSkeleton } from './settings/settings-skeleton.tsx'
import { SquadSettings } from './settings/squad-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

// Where a member settles how they appear: their card, their privacy, their squad, and the end of
// their account. What was typed is kept on the device until it is saved or given up on purpose.

export function ProfileScreen() {
  return (
    <SettingsPage title="Profile Settings">
      <Settings />
    </SettingsPage>
  )
}

function Settings() {
  const query = useQuery(ownProfileOptions)
  const isOutdated = useIsOutdated(ownProfileOptions.queryKey)
  const { data: user, isLoadingError, isFetchedAfterMount } = query
  const isNews = isFetchedAfterMount && !isOutdated
  const keepUser = useEffectEvent(useSession().changeUser)
  useEffect(() => {
    // It may have been changed on another device since this one began. What was read before is
    // older than what was changed here since.
    if (user && isNews) keepUser(user)
  }, [user, isNews])
  if (isLoadingError) {
    return <ErrorState text={MESSAGES.loadFailed} query={query} />
  }
  if (!user) return <SettingsSkeleton />
  return (
    <div>
      {isOutdated && <RefreshFailed text={MESSAGES.loadFailed} query={query} />}
      <div className="flex flex-col gap-6">
        <ProfileSettings user={user} />
        <PrivacySettings />
        <SquadSettings />
        <DangerZone />
      </div>
    </div>
  )
}

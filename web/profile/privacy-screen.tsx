import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Globe, LockKeyhole } from 'lucide-react'
import { MESSAGES } from '../../contract/profile.ts'
import { useSession, useUser } from '../app/session.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { usePrivacyChoice } from './earlier-posts.tsx'
import { MutedPeople } from './muted-people.tsx'
import { privacyOptions, savePrivacy } from './settings/api.ts'
import { optimisticValue } from './settings/optimistic-save.ts'
import { SettingsPage } from './settings-page.tsx'

// Who sees a member's posts. What is shown here is always what the server said last.

const CHOICES = [
  { value: 'public', label: 'Public', icon: <Globe aria-hidden className="size-4.5" /> },
  { value: 'private', label: 'Private', icon: <LockKeyhole aria-hidden className="size-4.5" /> },
] as const

export function PrivacyScreen() {
  return (
    <SettingsPage title="Privacy">
      <PrivacyPanel />
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>
          <strong>Public</strong> means posts are visible to everyone on the platform.
        </li>
        <li>
          <strong>Private</strong> means only friends can see posts.
        </li>
        <li>The setting can be changed at any time.</li>
        <li>Your friends list is always visible to you.</li>
      </ul>
      <BlockedPeople />
      <MutedPeople />
    </SettingsPage>
  )
}

function PrivacyPanel() {
  const { isPrivate } = useUser()
  const query = useQuery(privacyOptions)
  const { data, isLoadingError } = query
  const saving = useChoose()
  const toast = useToast()
  const { choose, dialog } = usePrivacyChoice({
    save: (choice) => saving.mutate(choice),
    onFailed: () => toast.alert(MESSAGES.privacyFailed),
  })
  if (isLoadingError) {
    return <ErrorState text={MESSAGES.privacyLoadFailed} query={query} />
  }
  if (!data) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">Loading privacy settings</span>
        <Skeleton className="h-13 w-52 max-w-full rounded-card sm:h-11" />
        <p aria-hidden className="invisible">
          {sentenceOf(isPrivate)}
        </p>
      </div>
    )
  }
  const value = data.saved.isPrivate ? 'private' : 'public'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Segmented
          label="Who sees my posts"
          options={CHOICES}
          value={value}
          onChange={(chosen) => {
            if (chosen !== value && !saving.isPending) void choose(chosen === 'private')
          }}
        />
        {saving.isPending && <Spinner label="Saving" />}
      </div>
      <p className="text-ink-soft">{sentenceOf(data.saved.isPrivate)}</p>
      {dialog}
    </div>
  )
}

function sentenceOf(isPrivate: boolean): string {
  return isPrivate
    ? 'Your profile is private: only friends can see your posts.'
    : 'Your profile is public: everyone here can see your posts.'
}

/** Sends the choice, not a change of it: what another device did meanwhile cannot turn it round. */
function useChoose() {
  const { changeUser } = useSession()
  const { _id } = useUser()
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: savePrivacy,
    onSuccess(saved) {
      const { isPrivate } = saved
      client.setQueryData(privacyOptions.queryKey, (known) => known && optimisticValue(saved))
      changeUser({ _id, isPrivate })
      toast.success(MESSAGES.privacyChanged(isPrivate), 'privacy')
    },
    onError() {
      toast.alert(MESSAGES.privacyFailed)
      // It may have been done all the same, and its answer lost.
      return client.invalidateQueries({ queryKey: privacyOptions.queryKey })
    },
  })
}

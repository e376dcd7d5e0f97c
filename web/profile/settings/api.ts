import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChosenHeir, deletionPreview } from '../../../contract/account-deletion.ts'
import { type CurrentUser, currentUser } from '../../../contract/accounts.ts'
import { friendList } from '../../../contract/friends.ts'
import {
  type ProfileFields,
  privacyAnswer,
  privacyState,
  profileAnswer,
  squadList,
  usernameAnswer,
} from '../../../contract/profile.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { useSession } from '../../app/session.tsx'
import { api } from '../../platform/api-client.ts'
import { optimisticValue } from './optimistic-save.ts'

// The way to the server for what a member settles about themselves. Every answer is parsed by the
// contract before a component sees it.

export type SquadMember = (typeof squadList)['_output'][number]

export interface ProfileChange {
  /** What is absent stays as it is. */
  fields: ProfileFields
  /** Sent with the fields where the member chose a new one. */
  photo: File | null
  stop: AbortSignal
  /** Of the upload, 0 to 1. */
  onProgress: (fraction: number) => void
}

export const ownProfileOptions = queryOptions({
  queryKey: queryKeys.ownProfile,
  queryFn: async ({ signal }) => currentUser.parse(await api.get('/users/user', { signal })),
})

export const privacyOptions = queryOptions({
  queryKey: queryKeys.privacy,
  queryFn: async ({ signal }) => {
    const { isPrivate } = privacyAnswer.parse(await api.get('/users/privacy', { signal }))
    return optimisticValue<PrivacyChoice>({ isPrivate })
  },
})

export const squadOptions = queryOptions({
  queryKey: queryKeys.squad,
  queryFn: async ({ signal }) =>
    optimisticValue(squadList.parse(await api.get('/users/squad', { signal }))),
})

export const squadFriendsOptions = queryOptions({
  queryKey: queryKeys.squadFriends,
  queryFn: async ({ signal }) => friendList.parse(await api.get('/users/friends', { signal })),
})

export function useSaveProfile() {
  const keep = useApplyUser()
  return useMutation({
    mutationFn: async ({ fields, photo, stop, onProgress }: ProfileChange) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined) form.append(name, value)
      if (photo) form.append('profilePhoto', photo)
      const options = { method: 'PUT', signal: stop, onProgress } as const
      return profileAnswer.parse(await api.upload('/users/profile', form, options))
    },
    onSuccess: (answer) => keep(currentUser.parse(answer)),
  })
}

export function useSaveUsername() {
  const keep = useApplyUser()
  return useMutation({
    mutationFn: async (username: string) =>
      usernameAnswer.parse(await api.put('/users/username', { username })),
    onSuccess: ({ user }) => keep(user),
  })
}

export interface PrivacyChoice {
  isPrivate: boolean
  keepEarlier?: true
}

export async function savePrivacy(choice: PrivacyChoice): Promise<PrivacyChoice> {
  return privacyAnswer.parse(await api.put('/users/privacy', choice))
}

export async function countEarlierPosts(): Promise<number> {
  return privacyState.parse(await api.get('/users/privacy')).earlierPosts
}

export async function saveSquad(squad: SquadMember[]): Promise<SquadMember[]> {
  return squadList.parse(await api.put('/users/squad', { squad: squad.map(({ _id }) => _id) }))
}

export const deletionOptions = queryOptions({
  queryKey: ['deletion'] as const,
  queryFn: async ({ signal }) =>
    deletionPreview.parse(await api.get('/users/me/deletion', { signal })),
  gcTime: 0,
})

export async function deleteAccount(heirs: ChosenHeir[]): Promise<void> {
  await api.delete('/users/me', {}, { heirs })
}

/** What the server says of the member now, here and everywhere their name or picture stands. */
function useApplyUser(): (user: CurrentUser) => void {
  const { changeUser } = useSession()
  const client = useQueryClient()
  return (user) => {
    changeUser(user)
    void client.invalidateQueries({ queryKey: [...queryKeys.members, user._id] })
  }
}

// Conversations' way to the server: who is in them, and who may write. What is said in them goes as
// in a space.

import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { CurrentUser } from '../../../contract/accounts.ts'
import {
  type Conversation,
  type ConversationSettings,
  conversation,
  conversationPage,
  conversationSettings,
} from '../../../contract/conversations.ts'
import { friendList } from '../../../contract/friends.ts'
import type { Space } from '../../../contract/spaces.ts'
import { DEFAULT_PALETTE, DEFAULT_VIBE } from '../../../contract/spaces.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { api } from '../../platform/api-client.ts'
import { leadsNowhere } from '../../platform/not-there.ts'
import {
  conversationKey,
  removeOtherPersistedConversations,
  removePersistedConversation,
} from '../persisted-space.ts'

export type Box = 'conversations' | 'requests'

export function conversationsOptions(box: Box) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.conversations, 'list', box] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ box, ...(pageParam && { before: pageParam }) })
      const page = conversationPage.parse(await api.get(`/conversations?${query}`, { signal }))
      const isWhole = box === 'conversations' && pageParam === '' && !page.hasMore
      if (isWhole) void removeOtherPersistedConversations(page.conversations.map(({ _id }) => _id))
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.hasMore ? page.conversations.at(-1)?._id : undefined),
    staleTime: 0,
  })
}

export function conversationOptions(id: string) {
  return queryOptions({
    queryKey: conversationKey(id),
    queryFn: async ({ signal }) => {
      try {
        return conversation.parse(await api.get(`/conversations/${id}`, { signal }))
      } catch (error) {
        if (leadsNowhere(error)) void removePersistedConversation(id)
        throw error
      }
    },
    staleTime: 0,
  })
}

export const settingsOptions = queryOptions({
  queryKey: [...queryKeys.conversations, 'settings'] as const,
  queryFn: async ({ signal }) =>
    conversationSettings.parse(await api.get('/conversations/settings', { signal })),
})

export const friendsOptions = queryOptions({
  queryKey: queryKeys.friends,
  queryFn: async ({ signal }) => friendList.parse(await api.get('/users/friends', { signal })),
})

/** The calls that answer with the conversation as it is then. */
const CHANGES = {
  start: (userIds: string[]) => api.post('/conversations', { userIds }),
  accept: (id: string) => api.post(`/conversations/${id}/accept`, {}),
  rename: ({ id, title }: { id: string; title: string }) =>
    api.put(`/conversations/${id}`, { title }),
  add: ({ id, userId }: { id: string; userId: string }) =>
    api.post(`/conversations/${id}/members`, { userId }),
}

type Changes = typeof CHANGES

/** Rejects with what the caller shows. */
export function useConversationChange<Kind extends keyof Changes>(kind: Kind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (given: Parameters<Changes[Kind]>[0]) =>
      conversation.parse(await (CHANGES[kind] as (given: unknown) => Promise<unknown>)(given)),
    onSuccess(changed) {
      client.setQueryData(conversationOptions(changed._id).queryKey, changed)
      return client.invalidateQueries({ queryKey: queryKeys.conversations })
    },
  })
}

/**
 * `dismiss` hides a request, `leave` leaves a group, or ends what nobody else is in. Rejects with
 * what the caller shows.
 */
export function useConversationEnd(kind: 'dismiss' | 'leave') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post(`/conversations/${id}/${kind}`, {}),
    onSuccess(_, id) {
      client.removeQueries(conversationOptions(id))
      void removePersistedConversation(id)
      return client.invalidateQueries({ queryKey: queryKeys.conversations })
    },
  })
}

export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (settings: ConversationSettings) =>
      conversationSettings.parse(await api.put('/conversations/settings', settings)),
    onSuccess: (saved) => client.setQueryData(settingsOptions.queryKey, saved),
  })
}

export function nameOf({ title, people }: Conversation): string {
  if (title) return title
  return people.map(({ username }) => username).join(', ') || 'Somebody who left'
}

/** The face of the other of two; of more there is none. */
export function photoOf({ isPair, people }: Conversation): string | null {
  return isPair ? (people[0]?.profilePhoto ?? null) : null
}

/** As the chat of spaces takes it: nobody runs it, and it looks as Snug does. */
export function asSpace(talk: Conversation, viewer: CurrentUser): Space {
  const { _id, username, userNumber, profilePhoto } = viewer
  const self = { _id, username, userNumber, profilePhoto }
  return {
    _id: talk._id,
    name: nameOf(talk),
    description: '',
    colorPalette: DEFAULT_PALETTE,
    sound: { url: '', name: '', volume: 0 },
    pinnedArt: { url: '', title: '', artist: '', image: null },
    isPrivate: true,
    maxMembers: talk.people.length + 1,
    tags: [],
    vibe: DEFAULT_VIBE,
    admin: self,
    members: [self, ...talk.people],
    memberCount: talk.people.length + 1,
    createdAt: new Date(0).toISOString(),
    isMember: true,
    isAdmin: false,
    isInvited: false,
    isInvitedByMember: false,
    requestPending: false,
    askAgainAt: null,
    banReason: null,
    pendingRequests: 0,
    unreadCount: 0,
    mute: talk.mute,
    lastReadSeq: talk.lastReadSeq,
    lastSeq: talk.lastSeq,
  }
}

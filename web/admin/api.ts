import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  ADMIN_ACTS_PAGE_SIZE,
  ADMIN_PAGE_SIZE,
  type AdminAct,
  adminActList,
  administeredUsersPage,
  serverStats,
  type UsersOnly,
} from '../../contract/admin.ts'
import { waitingList } from '../../contract/admission.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import { failedMails } from '../../contract/failed-mails.ts'
import { feedAnswer } from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { withReason } from '../app/with-reason.ts'
import { api } from '../platform/api-client.ts'
import { rethrowUnlessGone } from '../platform/not-there.ts'

// How the administration calls the server. Every answer is parsed by the contract before a
// component sees it; nothing is asked for by whoever is no administrator, for its screens do not
// open.

export const ADMIN = ['admin'] as const
const FIGURES_EVERY_MS = 15_000
const WAITING_EVERY_MS = 60_000

/** One page of accounts; while another is coming the last one stays in sight. */
export function usersOptions(q: string, page: number, only: UsersOnly) {
  return queryOptions({
    queryKey: [...ADMIN, 'users', q, page, only] as const,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), limit: String(ADMIN_PAGE_SIZE), q })
      if (only !== 'everybody') query.set('only', only)
      return administeredUsersPage.parse(await api.get(`/all?${query}`, { signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const waitingOptions = queryOptions({
  queryKey: [...ADMIN, 'waiting'] as const,
  queryFn: async ({ signal }) => waitingList.parse(await api.get('/admin/waiting', { signal })),
  refetchInterval: WAITING_EVERY_MS,
  staleTime: 0,
})

/** Resolves with what to say of it, as does `decline`. */
export async function letIn(id: string, words: string): Promise<string> {
  return sentenceAnswer.parse(await api.post(`/admin/waiting/${id}/let-in`, { words })).msg
}

export async function decline(
  id: string,
  answer: { words: string; isTold: boolean },
): Promise<string> {
  return sentenceAnswer.parse(await api.post(`/admin/waiting/${id}/decline`, answer)).msg
}

export function refreshAdmin(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ADMIN })
}

export const postsOptions = infiniteQueryOptions({
  queryKey: [...ADMIN, 'posts'] as const,
  queryFn: async ({ pageParam, signal }) => {
    const query = pageParam === null ? '' : `?cursor=${encodeURIComponent(pageParam)}`
    return feedAnswer.parse(await api.get(`/posts${query}`, { signal }))
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination }) => pagination.nextCursor,
  staleTime: 0,
})

export interface AuditLogFilter {
  act: AdminAct | ''
  /** An id, or nothing. */
  admin: string
  /** A member number as it was typed, or nothing. */
  member: string
}

/** What administrators did, newest first, as far as it fits the filter. */
export function auditLogOptions({ act, admin, member }: AuditLogFilter) {
  return infiniteQueryOptions({
    queryKey: [...ADMIN, 'acts', act, admin, member] as const,
    queryFn: async ({ pageParam, signal }) => {
      const given = { before: pageParam ?? '', act, admin, member }
      const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
      return adminActList.parse(
        await api.get(`/admin/acts${query.size ? `?${query}` : ''}`, { signal }),
      )
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) =>
      page.length < ADMIN_ACTS_PAGE_SIZE ? null : (page.at(-1)?._id ?? null),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const statsOptions = queryOptions({
  queryKey: [...ADMIN, 'stats'] as const,
  queryFn: async ({ signal }) => serverStats.parse(await api.get('/admin/stats', { signal })),
  refetchInterval: FIGURES_EVERY_MS,
  staleTime: 0,
})

export const failedMailsOptions = queryOptions({
  queryKey: [...ADMIN, 'mails'] as const,
  queryFn: async ({ signal }) =>
    failedMails.parse(await api.get('/admin/mails?state=failed', { signal })),
  refetchInterval: WAITING_EVERY_MS,
  staleTime: 0,
})

/** Resolves with what to say of it, as does `deleteMail`. */
export async function retryMail(id: string): Promise<string> {
  return sentenceAnswer.parse(await api.post(`/admin/mails/${id}/retry`)).msg
}

export async function deleteMail(id: string, reason: string): Promise<string> {
  return sentenceAnswer.parse(await api.delete(`/admin/mails/${id}${withReason(reason)}`)).msg
}

/** Deletes a member. Rejects with an ApiError; who is gone already counts as done. */
export function useDeletion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api.delete(`/admin/user/${id}${withReason(reason)}`).catch(rethrowUnlessGone),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ADMIN })
      for (const queryKey of [queryKeys.discover, queryKeys.peopleCounts, queryKeys.feeds])
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
    },
  })
}

/** All accounts as a file for a spreadsheet, saved by the browser. */
export async function saveUsersCsv(): Promise<void> {
  const url = URL.createObjectURL(await api.getBlob('/admin/users.csv'))
  Object.assign(document.createElement('a'), { href: url, download: 'members.csv' }).click()
  URL.revokeObjectURL(url)
}

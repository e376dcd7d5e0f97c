/**
 * What of the cache is kept on the device, to be read without a network: the first page of the
 * feeds with their newest comments, the spaces, the friends, the members whose cards were opened,
 * and the member's own record. What is kept is shown only where the server could not be reached and
 * nothing newer is here; what the server refuses is kept no longer.
 */
import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { CurrentUser } from '../../contract/accounts.ts'
import { ApiError } from '../platform/api-client.ts'
import { type Keeper, kept } from '../platform/offline/kept.ts'
import { queryKeys } from './query-keys.ts'

const MEMBER = 'member'
const QUERY = 'query:'

/** Kept whatever follows in the key. */
const KEPT_WHOLE = new Set<unknown>([
  'comments',
  'own-profile',
  ...queryKeys.friends,
  ...queryKeys.peopleCounts,
  ...queryKeys.members,
])

interface KeptQuery {
  queryKey: QueryKey
  data: unknown
}

export function keepMember(member: CurrentUser): void {
  kept.keep(MEMBER, member)
}

/** The member whose session the token on the device is of, as they were when last read. */
export function readKeptMember(): Promise<CurrentUser | undefined> {
  return kept.read<CurrentUser>(MEMBER)
}

/** From now on, each reading that succeeds is kept, and none that is refused. */
export function keepQueries(client: QueryClient, keeper: Keeper = kept): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query.queryKey)) return
    const { queryKey, queryHash, state } = event.query
    if (event.action.type === 'success') {
      const record: KeptQuery = { queryKey, data: firstPageOf(state.data) }
      keeper.keep(QUERY + queryHash, record, state.dataUpdatedAt)
    }
    if (event.action.type === 'error' && isRefusal(event.action.error))
      void forgetQuery(queryKey, keeper)
  })
}

export function forgetQuery(queryKey: QueryKey, keeper: Keeper = kept): Promise<void> {
  return keeper.forget(({ name }) => name === QUERY + hashKey(queryKey))
}

/** Fills in what is not there; it counts as outdated, so that it is read again when that works. */
export async function restoreQueries(client: QueryClient, keeper: Keeper = kept): Promise<void> {
  for (const { name, data, readAt } of await keeper.readAll()) {
    if (!name.startsWith(QUERY)) continue
    const { queryKey, data: known } = data as KeptQuery
    if (client.getQueryData(queryKey) !== undefined) continue
    client.setQueryData(queryKey, known, { updatedAt: readAt })
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** Where a friendship ended: what only friends see, as far as that member is in it. */
export function forgetFormerFriend(memberId: string, keeper: Keeper = kept): Promise<void> {
  const kinds = [['feed', 'friends'], ['comments']].map((key) => QUERY + hashKey(key).slice(0, -1))
  return keeper.forget(
    ({ name, data }) =>
      kinds.some((kind) => name.startsWith(kind)) && JSON.stringify(data).includes(memberId),
  )
}

/** It is not there, or not for this member any more. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status)
}

function isKept([first, second, filter]: QueryKey): boolean {
  if (first === 'feed') return second === 'friends' || second === 'public'
  if (KEPT_WHOLE.has(first)) return true
  if (first !== 'spaces') return false
  return second !== 'discover' || isUnfiltered(filter)
}

function isUnfiltered(filter: unknown): boolean {
  const { page, search, vibe } = filter as { page: number; search: string; vibe: string }
  return page === 1 && search === '' && vibe === ''
}

function firstPageOf(data: unknown): unknown {
  if (!isPaged(data)) return data
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

function isPaged(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
}

/**
 * Which queries are stored on the device, to be read without a network: the first page of the
 * feeds with their newest comments, the spaces, the friends, the members whose cards were opened,
 * the conversations, and the member's own record. They are shown only where the server could not be
 * reached and nothing newer is here; what the server refuses is removed.
 */
import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { CurrentUser } from '../../contract/accounts.ts'
import type { Conversation } from '../../contract/conversations.ts'
import { isRefusal } from '../platform/api-error.ts'
import { type Persistence, persistence } from '../platform/offline/persistence.ts'
import { isFetchingMore, markOutdated } from './outdated-queries.ts'
import { queryKeys } from './query-keys.ts'

const MEMBER = 'member'
const QUERY = 'query:'

/** Stored whatever follows in the key. */
const PERSISTED_PREFIXES = new Set<unknown>([
  'comments',
  ...queryKeys.ownProfile,
  ...queryKeys.friends,
  ...queryKeys.peopleCounts,
  ...queryKeys.members,
  ...queryKeys.folds,
])

interface PersistedQuery {
  queryKey: QueryKey
  data: unknown
}

export function persistMember(member: CurrentUser): void {
  persistence.save(MEMBER, member)
}

/** The member whose session the token on the device is of, as they were when last read. */
export function readPersistedMember(): Promise<CurrentUser | undefined> {
  return persistence.read<CurrentUser>(MEMBER)
}

/**
 * From now on, each successful read is stored, and each refused one removed. Whatever else changes
 * a query changes what is stored of it, but brings back nothing that was removed since it was read.
 */
export function persistQueries(client: QueryClient, recordStore: Persistence = persistence): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isPersisted(event.query.queryKey)) return
    const { queryKey, queryHash, state } = event.query
    if (event.action.type === 'success') {
      const record: PersistedQuery = { queryKey, data: firstPageOf(state.data) }
      const isRead = !event.action.manual && !isFetchingMore(event.query)
      recordStore[isRead ? 'save' : 'replace'](QUERY + queryHash, record, state.dataUpdatedAt)
    }
    if (event.action.type === 'error' && isRefusal(event.action.error))
      void removePersistedQuery(queryKey, recordStore)
  })
}

/** What is stored of all queries whose keys begin so. */
export async function readPersistedQueries<Data>(
  prefix: QueryKey,
  recordStore: Persistence = persistence,
): Promise<Data[]> {
  const records = await recordStore.readAll()
  return records
    .filter(({ name }) => name.startsWith(QUERY + hashKey(prefix).slice(0, -1)))
    .map(({ data }) => (data as PersistedQuery).data as Data)
}

export function removePersistedQuery(
  queryKey: QueryKey,
  recordStore: Persistence = persistence,
): Promise<void> {
  return recordStore.remove(({ name }) => name === QUERY + hashKey(queryKey))
}

/** Fills in what is not there; it counts as outdated, so that it is read again when that works. */
export async function restoreQueries(
  client: QueryClient,
  recordStore: Persistence = persistence,
): Promise<void> {
  for (const { name, data, readAt } of await recordStore.readAll()) {
    if (!name.startsWith(QUERY)) continue
    const { queryKey, data: known } = data as PersistedQuery
    if (client.getQueryData(queryKey) !== undefined) continue
    markOutdated(client, queryKey)
    client.setQueryData(queryKey, known, { updatedAt: readAt })
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/**
 * Where a friendship ended or somebody was blocked: what the two do not see of each other any more,
 * as far as that member is in it. What they wrote to each other is asked for anew, too.
 */
export async function removePersistedFriendData(
  memberId: string,
  recordStore: Persistence = persistence,
): Promise<void> {
  const talks = await readPersistedQueries<Conversation>(
    [...queryKeys.conversations, 'one'],
    recordStore,
  )
  const theirs = talks.filter(({ people }) => people.some(({ _id }) => _id === memberId))
  const said = theirs.map(({ _id }) => [...queryKeys.messages, _id].join())
  const kinds = [queryKeys.feeds, ['comments'], ['member', memberId], queryKeys.conversations].map(
    (key) => QUERY + hashKey(key).slice(0, -1),
  )
  await recordStore.remove(
    ({ name, data }) =>
      said.includes(name) ||
      (kinds.some((kind) => name.startsWith(kind)) && JSON.stringify(data).includes(memberId)),
  )
}

function isPersisted([first, second, filter]: QueryKey): boolean {
  if (first === queryKeys.feeds[0]) return second === 'friends' || second === 'public'
  if (PERSISTED_PREFIXES.has(first)) return true
  if (first === 'conversations')
    return second === 'one' || (second === 'list' && filter === 'conversations')
  if (first !== 'spaces') return false
  return second !== 'discover' || isUnfiltered(filter)
}

function isUnfiltered(filter: unknown): boolean {
  const { page, search, vibe } = filter as { page: number; search: string; vibe: string }
  return page === 1 && search === '' && vibe === ''
}

function firstPageOf(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  return pages && pageParams
    ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
    : data
}

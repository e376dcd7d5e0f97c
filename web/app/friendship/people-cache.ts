import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { DiscoveredPerson, PeopleCounts, Person } from '../../../contract/friends.ts'
import type { FeedAnswer } from '../../../contract/posts.ts'
import type { MemberProfile } from '../../../contract/profile.ts'
import { queryKeys } from '../query-keys.ts'
import type { Relation } from './relation.ts'

// A member stands in several queries: the lists, the counts, their card. A change is written into
// all of them.

export function setCachedRelation(client: QueryClient, person: Person, relation: Relation): void {
  const { _id } = person
  client.setQueryData<Person[]>(queryKeys.friends, (friends) =>
    relation === 'friends' ? withFriend(person, friends) : without(_id, friends),
  )
  if (relation !== 'received') {
    client.setQueryData<Person[]>(queryKeys.friendRequests, (requests) => without(_id, requests))
  }
  client.setQueriesData<InfiniteData<DiscoveredPerson[]>>(
    { queryKey: queryKeys.discover },
    (discovered) => discovered && withDiscovered(_id, relation, discovered),
  )
  client.setQueryData<MemberProfile>(
    [...queryKeys.members, _id],
    (member) => member && withRelation(member, relation),
  )
}

/** The counts of the tabs, as a change from one relation to another makes them. */
export function updateCachedCounts(client: QueryClient, before: Relation, after: Relation): void {
  const change = (relation: Relation) => Number(after === relation) - Number(before === relation)
  client.setQueryData<PeopleCounts>(
    queryKeys.peopleCounts,
    (counts) =>
      counts && {
        ...counts,
        friends: counts.friends + change('friends'),
        requests: counts.requests + change('received'),
      },
  )
}

/** For when friendships changed elsewhere, or are in doubt. Off screen it is read when needed. */
export async function invalidatePeople(client: QueryClient): Promise<void> {
  const { friends, friendRequests, discover, peopleCounts, members } = queryKeys
  await Promise.all(
    [friends, friendRequests, discover, peopleCounts, members].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}

/**
 * With a friend comes what only friends see, and with them it goes, squad places included. No feed
 * that is read moves: what has come waits behind its pill. An empty one fills at once. A post that
 * is open alone may be for them no longer, and what was said below one, or told of, goes with who
 * blocks them. And who may write to whom is another matter now.
 */
export function invalidateFriendshipData(client: QueryClient): void {
  const { feeds, members, friends, squad, squadFriends, newestPage, conversations, post } =
    queryKeys
  const { comments, notifications } = queryKeys
  for (const queryKey of [feeds, members, friends, squad, squadFriends]) {
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
  }
  void client.refetchQueries({ queryKey: feeds, type: 'active', predicate: isEmptyFeed })
  for (const queryKey of [newestPage, conversations, post, comments, notifications]) {
    void client.invalidateQueries({ queryKey })
  }
}

function isEmptyFeed({ state }: Query): boolean {
  const { pages = [] } = (state.data ?? {}) as Partial<InfiniteData<FeedAnswer>>
  return pages.every(({ posts }) => posts.length === 0)
}

function without(id: string, people: Person[] | undefined): Person[] | undefined {
  return people?.filter(({ _id }) => _id !== id)
}

function withFriend(person: Person, friends: Person[] | undefined): Person[] | undefined {
  if (!friends || friends.some(({ _id }) => _id === person._id)) return friends
  return [...friends, person].sort((one, other) =>
    one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1,
  )
}

function withDiscovered(
  id: string,
  relation: Relation,
  discovered: InfiniteData<DiscoveredPerson[]>,
): InfiniteData<DiscoveredPerson[]> {
  const flags = {
    isFriend: relation === 'friends',
    friendRequestSent: relation === 'sent',
    friendRequestReceived: relation === 'received',
  }
  const change = (person: DiscoveredPerson) =>
    person._id === id ? { ...person, ...flags } : person
  return { ...discovered, pages: discovered.pages.map((page) => page.map(change)) }
}

function withRelation(member: MemberProfile, relation: Relation): MemberProfile {
  return {
    ...member,
    isFriend: relation === 'friends',
    requestSent: relation === 'sent',
    requestReceived: relation === 'received',
  }
}

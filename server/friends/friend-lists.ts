import type { PeopleCounts, Person } from '../../contract/friends.ts'
import type { Actor, Services } from '../services.ts'
import * as queries from './friend-list-queries.ts'
import { presentPerson } from './present.ts'

export async function readFriends(actor: Actor, services: Services): Promise<Person[]> {
  const rows = await queries.friendsOf(services.db, actor.id)
  return rows.map((row) => presentPerson(services, row))
}

export async function readFriendRequests(actor: Actor, services: Services): Promise<Person[]> {
  const rows = await queries.requestsTo(services.db, actor.id)
  return rows.map((row) => presentPerson(services, row))
}

export async function countPeople(actor: Actor, { db }: Services): Promise<PeopleCounts> {
  const { friends, requests, members } = await queries.countPeople(db, actor.id)
  // The actor is a member, but nobody the actor could discover.
  return {
    friends: Number(friends),
    requests: Number(requests),
    discover: Math.max(0, Number(members) - 1),
  }
}

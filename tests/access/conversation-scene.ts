import type { Conversation } from '../../contract/conversations.ts'
import { say } from '../actions/space-actions.ts'
import type { Member, TestServer } from '../test-server.ts'

/** A conversation of three, and one in which the member asks the owner to let them write to him. */
export async function writeLetters(
  server: TestServer,
  { friend, owner, member, guest }: Record<'friend' | 'owner' | 'member' | 'guest', Member>,
  [letter, knock]: [string, string],
) {
  const begin = async (as: Member, ...others: Member[]): Promise<Conversation> => {
    const body = { userIds: others.map(({ user }) => user._id) }
    return (await server.call('POST', '/conversations', { as, body })).json()
  }
  const group = await begin(friend, owner, guest)
  await say(server, friend, group, letter)
  const pair = await begin(member, owner)
  await say(server, member, pair, knock)
  return { group: group._id, pair: pair._id }
}

/** What the routes of conversations are sent. */
export function conversationBodies(guestId: string, otherId: string): Record<string, object> {
  return {
    'POST /api/conversations': { userIds: [guestId] },
    'PUT /api/conversations/settings': { from: 'friends' },
    'PUT /api/conversations/:id': { title: 'Letters' },
    'POST /api/conversations/:id/members': { userId: otherId },
  }
}

import { makeMailedLink } from '../../server/accounts/mailed-links.ts'
import { startSession } from '../../server/accounts/sessions.ts'
import { type Id, newId } from '../../server/platform/ids.ts'
import { befriend, makePrivate, post, unfriend } from '../actions/post-actions.ts'
import { ask, enter, GARDEN, makeSpace, say } from '../actions/space-actions.ts'
import {
  ada,
  ben,
  cleo,
  ivy,
  jon,
  kim,
  lea,
  max,
  nora,
  olga,
  others,
  type Person,
  pia,
} from '../people.ts'
import { form, testImage } from '../test-images.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../test-server.ts'
import { writeLetters } from './conversation-scene.ts'
import type { Role } from './matrix.ts'

// A server in which somebody stands in every way to what is asked for. Ben is a private member:
// his are the post, the notification, the message in the den and the request to the attic, which
// are both private spaces of Gus's.

const [dora, emil, fay, gus, hana] = others as [Person, Person, Person, Person, Person]

/** Who comes in as a member; `waiting` is none. */
type MemberRole = Exclude<Role, 'anonymous' | 'waiting'>

const PEOPLE: Record<MemberRole, Person> = {
  administrator: ada,
  owner: ben,
  stranger: cleo,
  friend: dora,
  former: emil,
  member: fay,
  spaceAdmin: gus,
  muted: ivy,
  blocked: max,
  banned: nora,
  suspended: olga,
}

/** Words, and who may read them, wherever they turn up. */
export const WORDS: { text: string; readers: Role[] }[] = [
  { text: 'Ben wrote this for his friends', readers: ['owner', 'friend', 'muted'] },
  { text: 'Dora said this to Ben', readers: ['owner', 'friend', 'muted'] },
  { text: 'Ben said this in the den', readers: ['owner', 'member', 'spaceAdmin', 'blocked'] },
  { text: 'Ben would like to see the attic', readers: ['owner', 'spaceAdmin'] },
  { text: 'Dora wrote this to Ben and Hana', readers: ['owner', 'friend'] },
  { text: 'Fay asks to write to Ben', readers: ['owner', 'member'] },
]
const [POST, COMMENT, MESSAGE, REQUEST, LETTER, KNOCK] = WORDS.map(({ text }) => text) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

const SOUND = { url: 'https://sound.example.org/rain.mp3', name: 'Rain', volume: 0.5 }

export type Scene = Awaited<ReturnType<typeof openScene>>

export async function openScene() {
  // All that is out there is rain.
  const server = await openTestServer({ safeFetch: { get: async () => Buffer.from('rain') } })
  const { people, guest } = await bringPeople(server)
  const { owner, friend, former, member, spaceAdmin, muted, blocked, banned } = people
  await befriend(server, owner, friend)
  for (const one of [former, muted, blocked, people.suspended]) await befriend(server, owner, one)
  await makePrivate(server, owner)
  const written = await post(server, owner, POST)
  const comments = `/posts/${written._id}/comments`
  const [comment] = await answerOrThrow(server, comments, friend, { text: COMMENT })
  const act = await removeAnother(server, people, written._id)
  await unfriend(server, owner, former)
  // Everybody has a friend: only the author's friends may read what is for the author's friends.
  for (const one of Object.values(people)) if (one !== owner) await befriend(server, guest, one)
  const denPeople = [owner, member, guest, blocked, banned, people.suspended]
  const den = await makeDen(server, spaceAdmin, denPeople)
  const message = await say(server, owner, den, MESSAGE)
  const removal = await removeSaid(server, spaceAdmin, guest, den)
  // And everybody is in some space.
  const porch = await makeSpace(server, guest, { name: 'Porch' })
  for (const one of Object.values(people)) await enter(server, one, porch)
  const attic = await makeSpace(server, spaceAdmin, { name: 'Attic', isPrivate: true })
  const request = await ask(server, owner, attic, REQUEST)
  const letters = await writeLetters(server, { ...people, guest }, [LETTER, KNOCK])
  await keepOut(server, people, den._id)
  const [notification] = (await server.call('GET', '/notifications', { as: owner })).json()
  const { invite, url } = await answerOrThrow(server, '/invites', owner, {})
  const reports = await makeReports(server, people, { den: den._id, message: message._id })
  const suspended = await suspendSomebody(server, people.administrator)
  const { applicant, ...links } = await makeLinks(server, guest)
  const waiting = await bringWaiting(server, guest)
  const mail = await leaveFailedMail(server, guest)
  return {
    inviteCode: url.slice(url.lastIndexOf('/') + 1) as string,
    ...{ server, people, guest, waiting, suspended, ...links },
    ids: {
      ...{ owner: owner.user._id, guest: guest.user._id, post: written._id },
      notification: notification._id as string,
      ...{ request: request._id, den: den._id },
      ...{ message: message._id, ...letters, ...reports },
      comment: comment._id as string,
      invite: invite._id as string,
      ...{ act, applicant, mail, removal },
      suspended: suspended.user._id,
    },
    /** Signed in anew, so that ending the session disturbs nobody. */
    async signedIn(role: Role): Promise<Member | undefined> {
      if (role === 'anonymous') return undefined
      const person = role === 'waiting' ? waiting : people[role]
      return { ...person, token: await startSession(server.services, person.id, false) }
    },
    /** Opens what is private: Ben's profile and the den. */
    async open() {
      await makePrivate(server, owner, false)
      await closeSpace(server, spaceAdmin, den._id, false)
    },
  }
}

/** A message that the admin of the space removes. Returns what gives it back. */
async function removeSaid(
  server: TestServer,
  spaceAdmin: Member,
  sender: Member,
  den: Parameters<typeof say>[2],
): Promise<string> {
  const { _id } = await say(server, sender, den, 'Buy my watches')
  await server.call('DELETE', `/spaces/${den._id}/messages/${_id}`, { as: spaceAdmin })
  return (await server.call('GET', `/spaces/${den._id}/removals`, { as: spaceAdmin })).json()[0]._id
}

/** Somebody who waits, as if they were a member like another. */
async function bringWaiting(server: TestServer, like: Member): Promise<Member> {
  const id = await letWait(server, pia)
  const { username, email } = pia
  return { ...pia, id, user: { ...like.user, _id: String(id), username, email }, token: '' }
}

async function bringPeople(server: TestServer) {
  const people = {} as Record<MemberRole, Member>
  people.administrator = await server.join(ada)
  // Before all others: of several friends the author is not the first.
  const guest = await server.join(hana)
  const photo = { name: 'profilePhoto', filename: 'me.png', bytes: await testImage() }
  await server.call('PUT', '/users/profile', { as: guest, body: form({ aboutMe: 'Jam' }, photo) })
  for (const [role, person] of Object.entries(PEOPLE))
    if (person !== ada) people[role as MemberRole] = await server.join(person)
  return { people, guest }
}

/** Links that came by mail, and somebody who waits to be let in. */
async function makeLinks(server: TestServer, guest: Member) {
  const verifyLink = secretIn(await server.mailTo(hana.email))
  // What happens by itself would change what is kept while nobody looks.
  await server.services.outbox.stop()
  await server.services.images.stop()
  const resetLink = await makeMailedLink(server.services, guest.id, 'reset')
  await server.register(jon)
  const { id: waiting } = await server.services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', jon.email)
    .executeTakeFirstOrThrow()
  const removalLink = await makeMailedLink(server.services, waiting, 'verify')
  const applicant = String(await letWait(server, kim))
  return { verifyLink, resetLink, removalLink, applicant }
}

/** Somebody registers, and waits to be let in. */
async function letWait(server: TestServer, person: Person): Promise<Id> {
  await server.register(person)
  const { id } = await server.services.db
    .updateTable('users')
    .set({ waiting_since: server.services.clock() })
    .where('email', '=', person.email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Once nothing is sent any more. */
async function leaveFailedMail(server: TestServer, to: Member): Promise<string> {
  const id = newId()
  const now = server.services.clock()
  await server.services.db
    .insertInto('mail_outbox')
    .values({
      ...{ id, kind: 'password-changed', payload: JSON.stringify({ userId: to.id }) },
      ...{ attempts: 1, next_attempt_at: now, created_at: now, failure: 'ESOCKET' },
    })
    .execute()
  return String(id)
}

/** A comment that an administrator removes. Returns the act. */
async function removeAnother(
  server: TestServer,
  { owner, administrator }: Record<'owner' | 'administrator', Member>,
  postId: string,
): Promise<string> {
  const body = { text: 'Another comment' }
  const comments = await answerOrThrow(server, `/posts/${postId}/comments`, owner, body)
  const path = `/admin/comment/${comments.at(-1)?._id}?reason=Tea`
  await server.call('DELETE', path, { as: administrator })
  return (await server.call('GET', '/admin/acts', { as: administrator })).json()[0]._id
}

/** One that waits for the administrators, and one for who runs the den. */
async function makeReports(
  server: TestServer,
  { administrator, friend, member, owner, spaceAdmin }: Record<MemberRole, Member>,
  { den, message }: { den: string; message: string },
) {
  const profile = { kind: 'profile', id: owner.user._id, reason: 'unkind' }
  await answerOrThrow(server, '/reports', friend, profile)
  await answerOrThrow(server, '/reports', member, { kind: 'message', id: message, reason: 'spam' })
  const first = async (path: string, as: Member): Promise<string> =>
    (await server.call('GET', path, { as })).json().things[0]._id
  return {
    report: await first('/admin/reports', administrator),
    spaceReport: await first(`/spaces/${den}/reports`, spaceAdmin),
  }
}

async function suspendSomebody(server: TestServer, administrator: Member): Promise<Member> {
  const suspended = await server.join(lea)
  const body = { days: null, text: 'That was unkind' }
  await answerOrThrow(server, `/admin/user/${suspended.user._id}/suspend`, administrator, body)
  const { email, password } = suspended
  const appeal = await server.call('POST', '/users/appeal', {
    body: { email, password, text: 'I am sorry' },
  })
  if (appeal.statusCode !== 201) throw new Error(`appeal: ${appeal.statusCode} ${appeal.body}`)
  return suspended
}

/** The muted and the blocked from Ben, the banned from the den, the suspended from everything. */
async function keepOut(server: TestServer, people: Record<MemberRole, Member>, den: string) {
  const { owner, spaceAdmin, administrator, muted, blocked, banned, suspended } = people
  await server.call('PUT', `/users/${muted.user._id}/mute`, { as: owner, body: { until: null } })
  await server.call('PUT', `/users/${blocked.user._id}/block`, { as: owner })
  const ban = `/spaces/${den}/bans/${banned.user._id}`
  await server.call('PUT', ban, { as: spaceAdmin, body: { reason: 'Too loud' } })
  const suspend = `/admin/user/${suspended.user._id}/suspend`
  await server.call('POST', suspend, { as: administrator, body: { days: null, text: 'Too loud' } })
}

/** A private space in which these people are. */
async function makeDen(server: TestServer, spaceAdmin: Member, people: Member[]) {
  const den = await makeSpace(server, spaceAdmin, { name: 'Den' })
  for (const comer of people) await enter(server, comer, den)
  await closeSpace(server, spaceAdmin, den._id, true)
  return den
}

async function closeSpace(server: TestServer, spaceAdmin: Member, id: string, isPrivate: boolean) {
  const body = { ...GARDEN, name: 'Den', sound: SOUND, isPrivate }
  const answer = await server.call('PUT', `/spaces/${id}`, { as: spaceAdmin, body })
  if (answer.statusCode !== 200) throw new Error(`close: ${answer.statusCode} ${answer.body}`)
}

async function answerOrThrow(server: TestServer, path: string, as: Member, body: object) {
  const answer = await server.call('POST', path, { as, body })
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

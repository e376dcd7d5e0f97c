import type { Invite, InviteLink } from '../../contract/invites.ts'
import type { Person } from '../people.ts'
import type { Member, TestServer } from '../test-server.ts'

// What tests of invitations do over and over.

/** Asks for the scene at each call: a test may sign its people in again. */
export function inviteActions(scene: () => { server: TestServer; maker: Member }) {
  const list = async (as = scene().maker): Promise<Invite[]> =>
    (await scene().server.call('GET', '/invites', { as })).json()
  const registerWith = (person: Person, code: string) =>
    scene().server.call('POST', '/users/register', { body: { ...person, invite: code } })
  return {
    list,
    registerWith,

    async make(body: object = {}, as = scene().maker): Promise<InviteLink> {
      const answer = await scene().server.call('POST', '/invites', { as, body })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json()
    },
    find: async ({ invite }: InviteLink) => (await list()).find(({ _id }) => _id === invite._id),
    end: ({ invite }: InviteLink, as = scene().maker) =>
      scene().server.call('DELETE', `/invites/${invite._id}`, { as }),
    open: (code: string, as?: Member) =>
      scene().server.call('GET', `/invitations/${code}`, as && { as }),

    async joinWith(person: Person, code: string): Promise<Member> {
      const { server } = scene()
      const earlierMails = server.mails.filter(({ to }) => to === person.email).length
      const answer = await registerWith(person, code)
      if (answer.statusCode !== 201) throw new Error(answer.body)
      await server.verify(person, earlierMails)
      return server.signIn(person)
    },
  }
}

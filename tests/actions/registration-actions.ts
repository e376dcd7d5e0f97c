import type { InviteLink } from '../../contract/invites.ts'
import type { Member, TestServer } from '../test-server.ts'

// What tests of who may come in do over and over.

export const codeOf = ({ url }: InviteLink) => url.slice(url.lastIndexOf('/') + 1)

/** Asks for the scene at each call: a test may sign its people in again. */
export function registrationActions(
  scene: () => { server: TestServer; admin: Member; member: Member },
) {
  async function decide(body: object) {
    const { server, admin } = scene()
    const answer = await server.call('PUT', '/admin/community', { as: admin, body })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  return {
    decide,
    letEverybodyIn: () =>
      decide({
        ...{ registration: 'open', whoMayInvite: 'everybody' },
        ...{ letsInvitedIn: true, approvalQuestions: [] },
      }),
    register: (body: object) => scene().server.call('POST', '/users/register', { body }),
    invite: async (as = scene().member): Promise<InviteLink> =>
      (await scene().server.call('POST', '/invites', { as, body: {} })).json(),
    codeOf,
  }
}

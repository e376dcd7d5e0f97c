import { expect, it } from 'vitest'
import { callAs } from '../../../tests/actions/calls.ts'
import { begin, openGarden } from '../../../tests/actions/conversation-actions.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { say } from '../../../tests/actions/space-actions.ts'
import { makeArchive, unpackedArchive } from '../../../tests/archives.ts'

it('a conversation bears the names it bears in the app, also of who is blocked or suspended', async () => {
  const { server, admin, ann, bob, dan, eve } = await openGarden()
  try {
    await befriend(server, ann, eve)
    for (const other of [bob, dan, eve]) {
      const pair = await begin(server, ann, other)
      await say(server, ann, pair, 'Tea?')
      await say(server, other, pair, 'Gladly')
    }
    await callAs(server, ann, 'PUT', `/users/${bob.user._id}/block`)
    const suspension = { days: null, text: 'Too loud' }
    await callAs(server, admin, 'POST', `/admin/user/${dan.user._id}/suspend`, suspension)
    await callAs(server, admin, 'DELETE', `/admin/user/${eve.user._id}`, { reason: 'Asked for' })
    await server.services.accountJobs.finish(eve.id)

    expect(await makeArchive(server, ann)).toMatchObject({ state: 'ready' })
    const files = await unpackedArchive(server, ann)
    const { conversations } = JSON.parse(String(files.get('data/conversations.json')))
    const said = conversations.map((line: { conversation: string; sender: string }) => [
      line.conversation,
      line.sender,
    ])
    const names = [bob, dan].map(({ user }) => user.username)
    expect(said).toEqual([
      ...names.flatMap((name) => [
        [name, ann.user.username],
        [name, name],
      ]),
      ['Somebody who is here no longer', ann.user.username],
    ])
  } finally {
    await server.close()
  }
})

import { expect, it } from 'vitest'
import { callAs } from '../../../tests/actions/calls.ts'
import { makeArchive, unpackedArchive } from '../../../tests/archives.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { openTestServer } from '../../../tests/test-server.ts'

it('whom the owner blocked is named as in the app: not who deleted their account', async () => {
  const server = await openTestServer()
  try {
    const [owner, leaving] = [await server.join(ada), await server.join(ben)]
    const staying = await server.join(cleo)
    for (const { user } of [leaving, staying])
      await callAs(server, owner, 'PUT', `/users/${user._id}/block`)
    // What they leave behind goes piece by piece, and the block with the last of it.
    const { db, clock } = server.services
    const gone = { username: '', deleted_at: clock() }
    await db.updateTable('users').set(gone).where('id', '=', leaving.id).execute()

    expect(await makeArchive(server, owner)).toMatchObject({ state: 'ready' })
    const files = await unpackedArchive(server, owner)
    expect(JSON.parse(String(files.get('data/settings.json')))).toMatchObject({
      blocked: ['Cleo'],
    })
  } finally {
    await server.close()
  }
})

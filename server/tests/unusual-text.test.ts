import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '../../contract/accounts.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada } from '../../tests/people.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'
import { form } from '../../tests/test-images.ts'

// Whatever people write is text, and stays as they typed it.

describe('what people write', () => {
  const ODD = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '\u202Etxt.exe\u202C \u2066left\u2069',
    'Z\u0351\u036b\u0343\u0310a\u0334\u035bl\u0335g\u0337o',
    '{{7*7}} <%= 7 %> %s %00 \\u0000 &lt;b&gt;',
  ]

  it.each(ODD)('is text everywhere, as it was typed: %j', async (text) => {
    const server = await openScopedTestServer()
    const member = await server.join(ada)
    const { _id: id } = await post(server, member, text)
    const comment = { as: member, body: { text } }
    const comments = (await server.call('POST', `/posts/${id}/comments`, comment)).json()
    const space = await makeSpace(server, member, {
      name: text.slice(0, 50),
      description: text,
      tags: [text.slice(0, 30)],
    })
    const message = await say(server, member, space, text)
    const fields = { aboutMe: text, currentlyVibingTo: text }
    await server.call('PUT', '/users/profile', { as: member, body: form(fields) })
    const card = await server.call('GET', `/users/${member.user._id}/profile`, { as: member })
    expect([comments[0].text, message.content, space.description]).toEqual([text, text, text])
    expect([space.name, space.tags]).toEqual([text.slice(0, 50).trim(), [text.slice(0, 30).trim()]])
    expect(card.json<CurrentUser>()).toMatchObject(fields)
    // Nothing that a browser could take for a page.
    expect(card.headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    })
  })
})

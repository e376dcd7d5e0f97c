import { expect, it } from 'vitest'
import { z } from 'zod'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'

// Who acts is told by the token, whose a thing is by the database: no body says so, nor what
// somebody is.

const CLAIM =
  /id$|^(user(name|number)?|is\w*admin|is\w*verified|admin|author|sender|owner|role|members?|memberCount|created\w*|likes|\w*hash)$/i

/** Where a body does name somebody or something, and why it may. */
const MEANT: Record<string, string[]> = {
  'POST /api/users/register': ['username'],
  'POST /api/users/suspension/archive/passkey': ['id', 'rawId'],
  'PUT /api/users/username': ['username'],
  // The friends who are chosen may come as they were read.
  'PUT /api/users/squad': ['_id'],
  // Who is to run the space; only a member of it, and only its admin may say so.
  'POST /api/spaces/:id/transfer': ['userId'],
  // Whom to take into a conversation: a friend.
  'POST /api/conversations/:id/members': ['userId'],
  // The client's own name for a message on its way, and the post it shares: one all may see.
  'POST /api/spaces/:id/messages': ['clientId', 'postId'],
  'POST /api/spaces/:id/image-messages': ['clientId'],
  // Which passkey signed: it counts only with its signature, and for its own member.
  'POST /api/users/passkeys': ['id', 'rawId'],
  'POST /api/users/confirm/passkey': ['id', 'rawId'],
  'POST /api/users/login/passkey': ['id', 'rawId'],
  // What is reported, and by which rule of the community.
  'POST /api/reports': ['id', 'ruleId'],
  'POST /api/join-requests': ['spaceId'],
  // The comment that is replied to: one of the same post.
  'POST /api/posts/:id/comments': ['parentId'],
  // The space that who is invited joins: one of the maker's own.
  'POST /api/invites': ['spaceId'],
}

it('no body says who acts, what somebody is or whose a thing is', async () => {
  const server = await openScopedTestServer()
  const claims: Record<string, string[]> = {}
  let bodies = 0
  for (const [route, { schema, operation }] of server.routes) {
    const body = operation.form ?? schema.body
    if (!(body instanceof z.ZodType)) continue
    bodies++
    const names = fieldsOf(body).filter((name) => CLAIM.test(name))
    if (names.length > 0) claims[route] = names
  }
  expect(bodies).toBeGreaterThan(20)
  expect(claims).toEqual(MEANT)
})

it('what no schema names is dropped, however it is sent', async () => {
  const server = await openScopedTestServer()
  for (const [route, { schema, operation }] of server.routes) {
    const body = operation.form ?? schema.body
    if (body instanceof z.ZodType)
      expect(JSON.stringify(jsonSchemaOf(body)), route).not.toContain('"additionalProperties":{}')
  }
})

/** The names of all fields, those of objects within as well. */
function fieldsOf(schema: z.ZodType): string[] {
  const names = new Set<string>()
  JSON.stringify(jsonSchemaOf(schema), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) names.add(name)
    return value
  })
  return [...names]
}

function jsonSchemaOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

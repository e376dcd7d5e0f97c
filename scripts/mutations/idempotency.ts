import type { Mutation } from './mutation.ts'

const KEYS = 'server/platform/idempotency.ts'
const MUTATE = 'server/platform/database/mutate.ts'
const TESTS = ['server/platform/idempotency.test.ts']

export const idempotency: Mutation[] = [
  {
    name: 'a request that comes again creates a second time',
    file: MUTATE,
    text: 'if (claimed !== id) return { id: claimed }',
    replacement: '',
    tests: TESTS,
  },
  {
    name: 'a picture is decoded again for a request that comes again',
    file: MUTATE,
    text: 'if (id) return { id }\n',
    replacement: '\n',
    tests: TESTS,
  },
  {
    name: 'what failed is published',
    file: MUTATE,
    text: 'publish: (event) => void events.push(event)',
    replacement: 'publish: (event) => void bus.publish(event)',
    tests: ['server/platform/database/mutate.test.ts'],
  },
  {
    name: 'a key with other content answers with the first',
    file: KEYS,
    text: 'if (row.body_hash !== bodyHash)',
    replacement: 'if (row.body_hash === null)',
    tests: TESTS,
  },
  {
    name: 'a key of one route answers for another',
    file: KEYS,
    text: 'hashOf({ key, route, content })',
    replacement: 'hashOf({ key, content })',
    tests: TESTS,
    survives: 'No two routes take the same fields yet.',
  },
  {
    name: 'the order of the fields makes another request',
    file: KEYS,
    text: 'Object.fromEntries(Object.entries(value).sort(byName))',
    replacement: 'Object.fromEntries(Object.entries(value))',
    tests: TESTS,
    survives: 'Parsed fields come in the order of their schema, whatever was sent.',
  },
  {
    name: 'anybody gets what was made under a key of others',
    file: KEYS,
    text: `    .where('user_id', '=', given.userId)
`,
    replacement: '',
    tests: TESTS,
  },
  {
    name: 'a key of any length is taken',
    file: KEYS,
    text: '{1,200}$/',
    replacement: '{1,}$/',
    tests: ['server/posts/comments/comments.test.ts'],
  },
  {
    name: 'keys are forgotten within the hour',
    file: KEYS,
    text: 'const KEPT_MS = IDEMPOTENCY_KEPT_DAYS * DAY_MS',
    replacement: 'const KEPT_MS = 60 * 60_000',
    tests: TESTS,
  },
  {
    name: 'a message sent again is a second one',
    file: 'server/spaces/messages/send-message.ts',
    text: 'await createOnce(services, request, {',
    replacement: 'await createOnce(services, request && null, {',
    tests: ['server/spaces/messages/chat.test.ts'],
  },
  {
    name: 'a space asked for again is a second one',
    file: 'server/spaces/manage-space.ts',
    text: 'await createOnce(services, request, {',
    replacement: 'await createOnce(services, request && null, {',
    tests: ['server/spaces/spaces.test.ts'],
  },
  {
    name: 'a comment sent again is a second one',
    file: 'server/posts/comments/comments.ts',
    text: 'await createOnce(services, request, {',
    replacement: 'await createOnce(services, request && null, {',
    tests: ['server/posts/comments/comments.test.ts'],
  },
  {
    name: 'a post sent again is a second one',
    file: 'server/posts/create-post.ts',
    text: 'await createOnce(services, request, {',
    replacement: 'await createOnce(services, request && null, {',
    tests: TESTS,
  },
  {
    name: 'the words of what was deleted can be tried against what is kept of it',
    file: KEYS,
    text: 'hashOf({ key, route, content })',
    replacement: 'hashOf({ route, content })',
    tests: TESTS,
  },
]

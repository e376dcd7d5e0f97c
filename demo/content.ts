import { z } from 'zod'
import { spaceBody } from '../contract/spaces.ts'
import friendshipsJson from './content/friendships.json' with { type: 'json' }
import membersJson from './content/members.json' with { type: 'json' }
import postsJson from './content/posts.json' with { type: 'json' }
import spacesJson from './content/spaces.json' with { type: 'json' }
import { HAIR_STYLES, SCENE_NAMES } from './drawings.ts'

// The shape of what is in content/: people who are not real, and what they have said. They call
// each other by name.

const moment = z.union([
  z.object({ daysAgo: z.int().positive(), at: z.string().regex(/^\d\d:\d\d$/) }),
  z.object({ minutesAgo: z.int().positive() }),
])
export type Moment = z.infer<typeof moment>

const color = z.string().regex(/^#[\da-f]{6}$/)
const member = z.strictObject({
  name: z.string(),
  daysAgo: z.int(),
  aboutMe: z.string(),
  pet: z.enum(['dog', 'cat', '']),
  vibingTo: z.string(),
  isPrivate: z.boolean().default(false),
  portrait: z.strictObject({
    background: color,
    skin: color,
    hair: color,
    shirt: color,
    style: z.enum(HAIR_STYLES),
  }),
})
export type DemoMember = z.infer<typeof member>

const friendships = z.strictObject({
  /** Each pair once. */
  friends: z.record(z.string(), z.array(z.string())),
  /** Nobody has answered these yet. */
  requests: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  squads: z.record(z.string(), z.array(z.string())),
})

const said = { by: z.string(), text: z.string() }
const post = z
  .object({
    ...said,
    image: z.strictObject({ scene: z.enum(SCENE_NAMES), alt: z.string() }).optional(),
    comments: z.array(z.strictObject(said)).default([]),
  })
  .and(moment)
export type DemoPost = z.infer<typeof post>

/** `reactions`: who gave which emoji. */
const message = z
  .object({ ...said, reactions: z.record(z.string(), z.array(z.string())).default({}) })
  .and(moment)
export type DemoMessage = z.infer<typeof message>

const space = z.strictObject({
  by: z.string(),
  daysAgo: z.int(),
  space: spaceBody,
  /** In a private space they asked and were let in. */
  members: z.array(z.string()),
  /** Who waits to be let in. */
  requests: z.array(z.strictObject({ by: z.string(), message: z.string() })).default([]),
  chat: z.array(message),
})
export type DemoSpace = z.infer<typeof space>

/** The first runs the place; who opens the demo signs in as her. */
export const MEMBERS = z.array(member).parse(membersJson)
export const FRIENDSHIPS = friendships.parse(friendshipsJson)
export const POSTS = z.array(post).parse(postsJson)
export const SPACES = z.array(space).parse(spacesJson)

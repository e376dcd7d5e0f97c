// Who sees what, for each kind of thing. Who stands for each viewer, and how each thing is asked
// for, is in visibility-scene.ts. A new kind of viewer is a new column.

export const VIEWERS = [
  /** Not signed in. */
  'nobody',
  'stranger',
  'friend',
  /** A friend whom the owner has in their squad. */
  'squad',
  /** Was a friend of the owner's and a member of the spaces until lately. */
  'former',
  /** In the spaces, and no friend of the owner's. */
  'member',
  /** Who runs the spaces. */
  'spaceAdmin',
  'administrator',
  /** In the spaces, a former friend whom the owner blocked. */
  'blocked',
  /** In the spaces, who blocked the owner. */
  'blocker',
  /** Whose are the profile, the post and what is told of it. */
  'owner',
] as const
export type Viewer = (typeof VIEWERS)[number]

/** The owner's profile and the space are private. */
export const PRIVATE = table(`
post                         -  -  +  +  -  -  -  -  -  -  +
comment                      -  -  +  +  -  -  -  -  -  -  +
image                        -  -  +  +  -  -  -  -  -  -  +
reaction                     -  -  +  +  -  -  -  -  -  -  +
notification                 -  -  -  -  -  -  -  -  -  -  +
notification of a friend     -  -  +  -  -  -  -  -  -  -  -
notification of a former     -  -  -  -  -  -  -  -  -  -  -
notification of no post      -  -  -  -  +  -  -  -  -  -  -
profile card                 -  +  +  +  +  +  +  +  -  -  +
unverified card              -  -  -  -  -  -  -  -  -  -  -
space card                   -  +  +  +  +  +  +  +  +  +  +
space contents               -  -  -  -  -  +  +  -  +  +  -
space messages               -  -  -  -  -  +  +  -  +  +  -
`)

/** What is for friends on a public profile; the space stays open. */
export const FRIENDS = table(`
post                         -  -  +  +  -  -  -  -  -  -  +
comment                      -  -  +  +  -  -  -  -  -  -  +
image                        -  -  +  +  -  -  -  -  -  -  +
reaction                     -  -  +  +  -  -  -  -  -  -  +
notification                 -  -  -  -  -  -  -  -  -  -  +
notification of a friend     -  -  +  -  -  -  -  -  -  -  -
notification of a former     -  -  -  -  -  -  -  -  -  -  -
notification of no post      -  -  -  -  +  -  -  -  -  -  -
profile card                 -  +  +  +  +  +  +  +  -  -  +
space messages               -  -  -  -  -  +  +  -  +  +  -
`)

/** What is for the squad, whatever the profile is. */
export const SQUAD = table(`
post                         -  -  -  +  -  -  -  -  -  -  +
comment                      -  -  -  +  -  -  -  -  -  -  +
image                        -  -  -  +  -  -  -  -  -  -  +
reaction                     -  -  -  +  -  -  -  -  -  -  +
notification                 -  -  -  -  -  -  -  -  -  -  +
notification of a friend     -  -  -  -  -  -  -  -  -  -  -
notification of a former     -  -  -  -  -  -  -  -  -  -  -
notification of no post      -  -  -  -  +  -  -  -  -  -  -
profile card                 -  +  +  +  +  +  +  +  -  -  +
space messages               -  -  -  -  -  +  +  -  +  +  -
`)

/** What is open to all. */
export const PUBLIC = table(`
post                         -  +  +  +  +  +  +  +  -  -  +
comment                      -  +  +  +  +  +  +  +  -  -  +
image                        -  +  +  +  +  +  +  +  -  -  +
reaction                     -  +  +  +  +  +  +  +  -  -  +
notification                 -  -  -  -  -  -  -  -  -  -  +
notification of a friend     -  -  +  -  -  -  -  -  -  -  -
notification of a former     -  -  -  -  +  -  -  -  -  -  -
notification of no post      -  -  -  -  +  -  -  -  -  -  -
profile card                 -  +  +  +  +  +  +  +  -  -  +
unverified card              -  -  -  -  -  -  -  -  -  -  -
space card                   -  +  +  +  +  +  +  +  +  +  +
space contents               -  +  +  +  +  +  +  +  +  +  +
space messages               -  -  -  -  -  +  +  -  +  +  -
`)

export type Thing =
  | 'post'
  | 'comment'
  | 'image'
  | 'reaction'
  | 'notification'
  | 'notification of a friend'
  | 'notification of a former'
  | 'notification of no post'
  | 'profile card'
  | 'unverified card'
  | 'space card'
  | 'space contents'
  | 'space messages'

/** Each thing with those who see it. */
function table(text: string): [Thing, Viewer[]][] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [thing = '', ...marks] = line.split(/ {2,}/)
    if (marks.length !== VIEWERS.length)
      throw new Error(`${VIEWERS.join(' ')} are asked of: ${line}`)
    return [thing as Thing, VIEWERS.filter((_, index) => marks[index] === '+')]
  })
}

/** The navigation state in which Home says that a post was created. */
export const POST_CREATED = { postCreated: true }

export function isPostCreated(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'postCreated' in state
}

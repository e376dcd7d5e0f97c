/**
 * The card of a shared post, and its place before it is there: of one height whatever it shows, so that nothing moves in a room.
 */
export const SHARED_POST_CLASSES =
  'block h-28 w-80 max-w-full overflow-hidden rounded-card border border-line bg-surface-raised p-3'

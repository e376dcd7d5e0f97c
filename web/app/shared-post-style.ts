/** A shared post's card, and its place before: of one height, so that nothing moves. */
export const SHARED_POST_CLASSES =
  'block h-28 w-80 max-w-full overflow-hidden rounded-card border border-line bg-surface-raised p-3'

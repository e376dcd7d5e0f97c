/** The lists of spaces: on a phone a room opened by a link covers them, and needs none of it. */
export const loadSpaceLists = () => import('./space-lists.tsx')

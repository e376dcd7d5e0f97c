import type { Mutation } from './mutation.ts'

const REACTED = ['server/posts/reactions/reacted-card.test.ts']
const CARD = 'server/posts/reactions/reacted-card.ts'
const CACHE = 'server/posts/cards/post-cache.ts'

const COMMENTED = ['server/posts/comments/comment-cache.test.ts']
const PAGES = 'server/posts/comments/comment-cache.ts'

/** Cards and pages of comments that are kept, and what a reaction or a comment makes of them. */
export const cards: Mutation[] = [
  {
    name: 'a kept card outlives a reaction',
    file: 'server/posts/reactions/reaction-queries.ts',
    text: "version: eb('version', '+', sql.lit(1)),",
    replacement: "version: eb('version', '+', sql.lit(0)),",
    tests: REACTED,
  },
  {
    name: 'a kept card outlives a comment',
    file: 'server/posts/comments/comment-queries.ts',
    text: "version: eb('version', '+', sql.lit(1)),",
    replacement: "version: eb('version', '+', sql.lit(0)),",
    tests: ['server/posts/cards/post-cache.test.ts', ...REACTED],
  },
  {
    name: 'a kept card outlives the name or the suspension of who stands on it',
    file: CACHE,
    text: 'return card?.version === key.version && card.generation === key.generation',
    replacement: 'return card?.version === key.version',
    tests: ['server/posts/cards/post-cache.test.ts', ...REACTED],
  },
  {
    name: 'a reaction is put on a card of any time',
    file: CACHE,
    text: 'const card = find(before)',
    replacement: 'const card = kept.get(before.id)',
    tests: REACTED,
  },
  {
    name: 'a reaction is kept before it is committed',
    file: 'server/posts/reactions/reactions.ts',
    text: '    return made && { post, made }',
    replacement: `    if (made)
      services.postCache.changed(actor.id, post, (card) =>
        withReaction(card, onCards(actor, post), made),
      )
    return made && { post, made }`,
    tests: REACTED,
  },
  {
    name: 'who reacts is answered with whom they do not see',
    file: 'server/posts/cards/hydrate-posts.ts',
    text: '? postOf(actor, services, card, before)',
    replacement: '? postOf(actor, services, card, { hasBlocks: 0 })',
    tests: REACTED,
  },
  {
    name: 'who is suspended while they react stands on the card',
    file: 'server/posts/cards/card-queries.ts',
    text: `
    .where(isActive('member.id'))`,
    replacement: '',
    tests: REACTED,
    survives: 'on the embedded database nothing is written between two statements of a transaction',
  },
  {
    name: 'vibes of as many are in the order of JavaScript',
    file: CARD,
    text: 'return Buffer.compare(Buffer.from(a), Buffer.from(b))',
    replacement: 'return a < b ? -1 : Number(a > b)',
    tests: REACTED,
  },
  {
    name: 'a hundred and one likes are named after a reaction',
    file: CARD,
    text: 'count >= REACTIONS_SHOWN_MAX',
    replacement: 'count > REACTIONS_SHOWN_MAX',
    tests: REACTED,
  },
  {
    name: 'a hundred and one vibes are named after a vibe',
    file: CARD,
    text: 'card.vibes.length >= REACTIONS_SHOWN_MAX',
    replacement: 'card.vibes.length > REACTIONS_SHOWN_MAX',
    tests: REACTED,
  },
  {
    name: 'a vibe that is counted out no more is begun anew',
    file: CARD,
    text: 'counts.length >= VIBE_KINDS_SHOWN_MAX',
    replacement: 'counts.length > VIBE_KINDS_SHOWN_MAX',
    tests: REACTED,
  },
  {
    name: 'a kept page of comments outlives an edit of one',
    file: 'server/posts/edits/edit-queries.ts',
    text: `
  await addToComments(trx, { post: postId, more: 0 })`,
    replacement: '',
    tests: COMMENTED,
  },
  {
    name: 'a kept page of comments outlives the name or the suspension of who stands on it',
    file: PAGES,
    text: ' && page.generation === key.generation',
    replacement: '',
    tests: COMMENTED,
  },
  {
    name: 'a comment is put on a page of any time',
    file: PAGES,
    text: 'page?.version === key.version && page.generation',
    replacement: 'page !== undefined && page.generation',
    tests: COMMENTED,
  },
  {
    name: 'who comments is answered with whom they do not see',
    file: PAGES,
    text: 'return holds && key.hasBlocks === 0 ? page.comments',
    replacement: 'return holds ? page.comments',
    tests: COMMENTED,
  },
  {
    name: 'a page without whom one reader does not see is kept for all',
    file: PAGES,
    text: 'if (key.hasBlocks === 0) kept.set(',
    replacement: 'kept.set(',
    tests: COMMENTED,
  },
  {
    name: 'a page of earlier comments is kept as the newest',
    file: 'server/posts/comments/read-comments.ts',
    text: 'row && page.before === null',
    replacement: 'row',
    tests: COMMENTED,
  },
  {
    name: 'a comment stands behind one that came later',
    file: PAGES,
    text: '.sort(byNumber)',
    replacement: '',
    tests: COMMENTED,
  },
  {
    name: 'a kept page of comments grows beyond a page',
    file: PAGES,
    text: 'all.slice(-COMMENTS_PAGE_SIZE)',
    replacement: 'all',
    tests: COMMENTED,
  },
  {
    name: 'a comment on a kept page names nobody whom it mentions',
    file: 'server/posts/comments/comments.ts',
    text: '[row.text]',
    replacement: '[]',
    tests: COMMENTED,
  },
]

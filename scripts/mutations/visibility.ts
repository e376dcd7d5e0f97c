import type { Mutation } from './mutation.ts'

const RULE = 'server/visibility/visible-to.ts'
const AUDIENCES = 'server/visibility/audiences.ts'
const HIDDEN = 'server/visibility/hidden-members.ts'
const QUERIES = 'server/visibility/visible-queries.ts'
const SCENE = 'server/visibility/visibility.test.ts'

export const visibility: Mutation[] = [
  {
    name: 'everybody sees the posts of a private profile',
    file: AUDIENCES,
    text: "('posts.is_public', '=', sql.lit(1))",
    replacement: "('posts.is_public', '>=', sql.lit(0))",
    tests: [SCENE],
  },
  {
    name: 'posts show while they do not follow the profile yet',
    file: RULE,
    text: "author('changing.is_privacy_changing', '=', sql.lit(1)),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'a member does not see their own posts',
    file: RULE,
    text: "eb('posts.author_id', '=', viewer),\n",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'anybody who has a friend is a friend of every author',
    file: RULE,
    text: ".whereRef('friendship.friend_id', '=', 'posts.author_id')",
    replacement: ".where('friendship.friend_id', '>', 0).limit(1)",
    tests: [SCENE],
  },
  {
    name: "an author's friendships count as the viewer's",
    file: RULE,
    text: ".where('friendship.user_id', '=', viewer)",
    replacement: ".where('friendship.user_id', '>', 0)",
    tests: [SCENE],
  },
  {
    name: 'friends do not see each other',
    file: RULE,
    text: "eb('posts.author_id', '=', friendship),",
    replacement: "eb('posts.author_id', '=', sql.lit(0)),",
    tests: [SCENE],
  },
  {
    name: 'what is for the squad is for all friends',
    file: RULE,
    text: "squad: eb('posts.author_id', '=', place),",
    replacement: "squad: eb('posts.author_id', '=', friendship),",
    tests: [SCENE],
  },
  {
    name: 'what is for friends is for the squad alone',
    file: RULE,
    text: "friends: isFor('friends'),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'every friend is in the squad',
    file: RULE,
    text: ".where('place.friend_id', '=', viewer)",
    replacement: '.limit(1)',
    tests: [SCENE],
  },
  {
    name: 'posts of a deleted account stay to be seen',
    file: RULE,
    text: "author('changing.deleted_at', 'is not', null),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'who never verified an email is a member',
    file: RULE,
    text: "eb('users.verified_at', 'is not', null),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'a deleted account is a member',
    file: RULE,
    text: "eb('users.deleted_at', 'is', null),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'who is suspended is a member',
    file: RULE,
    text: "eb('users.suspended_until', 'is', null),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'who is blocked sees the card',
    file: RULE,
    text: "isUnblocked('users.id', viewer),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'who is blocked sees the posts',
    file: RULE,
    text: "isUnblocked('posts.author_id', viewer),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'posts of who is suspended stay to be seen',
    file: RULE,
    text: "author('changing.suspended_until', 'is not', null),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'a block holds for who made it alone',
    file: HIDDEN,
    text: ".where('theirs.blocked_id', '=', viewer)",
    replacement: ".where('theirs.blocked_id', '=', 0)",
    tests: [SCENE],
  },
  {
    name: 'a block holds for who is blocked alone',
    file: HIDDEN,
    text: ".where('own.user_id', '=', viewer)",
    replacement: ".where('own.user_id', '=', 0)",
    tests: [SCENE],
  },
  {
    name: 'muted people stay in the feeds',
    file: HIDDEN,
    text: ".where('mutes.user_id', '=', viewer)",
    replacement: ".where('mutes.user_id', '=', 0)",
    tests: ['server/friends/mutes.test.ts'],
  },
  {
    name: "notifications of others are one's own",
    file: RULE,
    text: "eb('notifications.user_id', '=', viewer),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'a notification speaks of a post that is hidden',
    file: RULE,
    text: "eb.or([eb('notifications.post_id', 'is', null), eb.exists(post)]),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'a notification comes from a deleted account',
    file: RULE,
    text: "isActive('notifications.sender_id'),",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'a private space shows its contents',
    file: RULE,
    text: "eb('spaces.is_private', '=', 0),",
    replacement: "eb('spaces.is_private', '>=', 0),",
    tests: [SCENE],
  },
  {
    name: 'members of any space are members of every space',
    file: RULE,
    text: `.select('space_members.user_id')
        .where('space_members.space_id', '=', space)`,
    replacement: ".select('space_members.user_id')",
    tests: [SCENE],
  },
  {
    name: 'who is in no space is a member of it',
    file: RULE,
    text: "('space_members.user_id', '=', viewer),",
    replacement: "('space_members.user_id', '>', 0),",
    tests: [SCENE],
  },
  {
    name: 'who comes after the opening reads what was private',
    file: RULE,
    text: "eb('message.seq', '>', readsAfter),",
    replacement: "eb(readsAfter, '>=', 0),",
    tests: ['server/spaces/opened-space.test.ts'],
  },
  {
    name: 'comments of who is no member show',
    file: QUERIES,
    text: `.innerJoin('users', 'users.id', 'comments.author_id')
    .where(visibleTo(viewer).member())`,
    replacement: ".innerJoin('users', 'users.id', 'comments.author_id')",
    tests: [SCENE],
  },
  {
    name: 'messages of another space are read',
    file: QUERIES,
    text: `.where('message.space_id', '=', spaceId)
    .where`,
    replacement: '.where',
    tests: ['server/spaces/messages/chat.test.ts'],
  },
  {
    name: 'a comment is added to a post that is hidden',
    file: 'server/posts/queries.ts',
    text: "visiblePosts(trx, given.actorId)\n      .select([...POST_COLUMNS, 'posts.version'",
    replacement:
      "postsWithoutVisibilityCheck(trx)\n      .select([...POST_COLUMNS, 'posts.version'",
    tests: ['server/posts/comments/comments.test.ts'],
  },
  {
    name: 'a post that is hidden is told from none where it is deleted',
    file: 'server/posts/queries.ts',
    text: `visiblePosts(trx, given.actorId)
      .select([...POST_COLUMNS, 'posts.deleted_answer_id'])`,
    replacement: `postsWithoutVisibilityCheck(trx)
      .select([...POST_COLUMNS, 'posts.deleted_answer_id'])`,
    tests: ['server/posts/posts.test.ts'],
  },
  {
    name: 'the comments of a hidden post are told from none',
    file: 'server/posts/comments/read-comments.ts',
    text: "if (comments.length === 0 && !(await maySee(services.db, actor.id, 'post', postId)))",
    replacement: 'if (postId < 0)',
    tests: ['server/posts/comments/comments.test.ts'],
  },
  {
    name: 'a signed address of a picture lives for ever',
    file: 'server/images/signed-image-urls.ts',
    text: 'return Number(expires) > clock() ? Number(viewer) : null',
    replacement: 'return Number(viewer)',
    tests: ['server/images/image-store.test.ts'],
  },
  {
    name: 'the address of one picture opens another',
    file: 'server/images/signed-image-urls.ts',
    text: ', signature)) return null',
    replacement: ', signature) && signature.length < 10) return null',
    tests: ['server/posts/image-access.test.ts'],
  },
  {
    name: 'an address of a picture opens it after the right is gone',
    file: 'server/images/media-routes.ts',
    text: 'if (viewerId === null || !(await mayOpen(viewerId, imageId))) throw notThere()\n      // A browser',
    replacement: 'if (viewerId === null) throw notThere()\n      // A browser',
    tests: ['server/posts/image-access.test.ts'],
  },
]

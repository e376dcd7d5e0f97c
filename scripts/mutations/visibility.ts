import type { Mutation } from './mutation.ts'

const RULE = 'server/visibility/visible-to.ts'
const QUERIES = 'server/visibility/visible-queries.ts'
const SCENE = 'server/visibility/visibility.test.ts'

export const visibility: Mutation[] = [
  {
    name: 'everybody sees the posts of a private profile',
    file: RULE,
    text: "eb('posts.is_public', '=', 1),",
    replacement: "eb('posts.is_public', '>=', 0),",
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
    text: "        eb('posts.author_id', '=', viewer),\n",
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
    replacement: '',
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
    text: "eb('users.verified_at', 'is not', null), ",
    replacement: '',
    tests: [SCENE],
  },
  {
    name: 'a deleted account is a member',
    file: RULE,
    text: ", eb('users.deleted_at', 'is', null)])",
    replacement: '])',
    tests: [SCENE],
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
    text: "eb.or([eb('notifications.sender_id', 'is', null), isThere('notifications.sender_id')]),",
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
    tests: ['server/spaces/chat.test.ts'],
  },
  {
    name: 'a comment is added to a post that is hidden',
    file: 'server/posts/queries.ts',
    text: 'const query = visiblePosts(trx, actorId).select(POST_COLUMNS)',
    replacement: 'const query = postsWithoutVisibilityCheck(trx).select(POST_COLUMNS)',
    tests: ['server/posts/comments.test.ts'],
  },
  {
    name: 'the comments of a hidden post are told from none',
    file: 'server/posts/comments.ts',
    text: "if (!(await maySee(services.db, actor.id, 'post', postId)))",
    replacement: 'if (postId < 0)',
    tests: ['server/posts/comments.test.ts'],
  },
  {
    name: 'a signed address of a picture lives for ever',
    file: 'server/platform/images/image-addresses.ts',
    text: 'return Number(expires) > clock() ? Number(viewer) : null',
    replacement: 'return Number(viewer)',
    tests: ['server/posts/picture-access.test.ts'],
  },
  {
    name: 'the address of one picture opens another',
    file: 'server/platform/images/image-addresses.ts',
    text: ', signature)) return null',
    replacement: ', signature) && signature.length < 10) return null',
    tests: ['server/posts/picture-access.test.ts'],
  },
  {
    name: 'an address of a picture opens it after the right is gone',
    file: 'server/platform/images/media-routes.ts',
    text: 'if (viewerId === null || !(await mayOpen(viewerId, imageId))) throw notThere()',
    replacement: 'if (viewerId === null) throw notThere()',
    tests: ['server/posts/picture-access.test.ts'],
  },
]

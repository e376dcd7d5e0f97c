import { z } from 'zod'
import * as accounts from '../contract/accounts.ts'
import * as admin from '../contract/admin.ts'
import { author } from '../contract/author.ts'
import * as comments from '../contract/comments.ts'
import * as errors from '../contract/errors.ts'
import * as friends from '../contract/friends.ts'
import * as joinRequests from '../contract/join-requests.ts'
import * as bodies from '../contract/message-bodies.ts'
import * as notifications from '../contract/notifications.ts'
import * as posts from '../contract/posts.ts'
import * as profile from '../contract/profile.ts'
import * as reactions from '../contract/reactions.ts'
import * as registration from '../contract/registration-proof.ts'
import * as spaceMessages from '../contract/space-messages.ts'
import * as spaces from '../contract/spaces.ts'
import { id, timestamp } from '../contract/text.ts'

// What the document of the API calls the contract's schemas. A schema that is not named here is
// written out wherever it is used. The client needs none of these names, so the contract has none.

const NAMED: Record<string, [schema: z.ZodType, description: string]> = {
  Id: [id, 'The id of anything.'],
  Timestamp: [timestamp, 'A moment: ISO 8601 in UTC.'],
  ErrorBody: [
    errors.errorBody,
    'A refusal: a stable code, one sentence for a person twice, and sentences by field.',
  ],
  MessageBody: [errors.sentenceAnswer, 'A sentence for a person, twice.'],

  User: [accounts.currentUser, 'The signed-in member’s own record.'],
  Registration: [registration.registerBody, 'What somebody registers with.'],
  Credentials: [accounts.loginBody, 'What a member signs in with.'],
  Session: [accounts.loginAnswer, 'The token of a new session, and whose it is.'],

  Author: [author, 'Who said something, as it stands beside their words.'],
  Person: [friends.person, 'A friend, or who asks to be one.'],
  DiscoveredPerson: [friends.discoveredPerson, 'A member, and how they stand to the viewer.'],
  PeopleCounts: [friends.peopleCounts, 'How many there are; `discover` counts all other members.'],
  Profile: [profile.memberProfile, 'The card of a member. Never the email.'],
  ProfileForm: [profile.profileForm, 'What is left out stays as it is.'],
  MusicPreview: [
    profile.musicPreview,
    '`artist` and `owner` are empty where the site does not say; `image` is a `data:` address.',
  ],

  Post: [posts.post, 'A post, with what the viewer may know of its reactions.'],
  PostForm: [posts.createPostForm, `A post with at most ${posts.IMAGES_MAX} pictures.`],
  Image: [
    posts.postImage,
    'Its upright size, a tiny stand-in, and signed addresses by width, smallest first.',
  ],
  FeedPage: [posts.feedAnswer, 'A page of posts; `nextCursor` leads to the next.'],
  Reactions: [reactions.reactions, 'Who likes it and who does not: lists are cut, counts whole.'],
  Vibe: [reactions.vibe, 'Who gave which emoji.'],
  Vibes: [reactions.vibes, 'The vibes of a post; `vibeCounts` has the most given first.'],
  NewVibe: [reactions.vibeBody, 'One emoji.'],
  Comment: [comments.comment, 'A comment on a post.'],
  NewComment: [comments.createCommentBody, 'What a comment says.'],

  Notification: [
    notifications.notification,
    '`text` is the sentence of type `other`, and empty for types that have their own.',
  ],

  Space: [
    spaces.space,
    'A space as the viewer may know it: who is not in a private one gets its card, without ' +
      'members, sound and picture.',
  ],
  SpaceForm: [spaces.spaceBody, 'What a space is made of.'],
  SpaceChange: [
    spaces.spaceChangeBody,
    'What a space is made of: without `isPrivate` it stays as private or public as it is, and what ' +
      'else is left out becomes what it is in a new space.',
  ],
  SpacePage: [spaces.spacePage, 'A page of spaces.'],
  ColorPalette: [spaces.colorPalette, 'The colours of a space.'],
  SpaceMessage: [
    spaceMessages.spaceMessage,
    'One message. Every space has one counter: `seq` is the number the message was made with and ' +
      'orders messages, `changeSeq` the number of its latest change. A deleted one stays as a ' +
      'mark with no content, which `after` tells and pages leave out.',
  ],
  NewMessage: [bodies.newMessageBody, 'What a message says; `clientId` is the client’s own name.'],
  EditedMessage: [bodies.messageBody, 'What a message says from now on.'],
  JoinRequest: [joinRequests.joinRequest, 'A request to join a private space.'],
  NewJoinRequest: [joinRequests.joinRequestBody, 'Which space, and what its admin is told.'],

  Account: [admin.administeredUser, 'An account as administrators see it.'],
  AdminAct: [
    admin.adminActEntry,
    'What an administrator did. `admin` is null when it was done by the command line, or the ' +
      'administrator’s own account is gone.',
  ],
  ServerStats: [admin.serverStats, 'How the server is doing. Sizes are in bytes.'],
}

/** Names the schemas for the document; called before the API is described. */
export function nameSchemas() {
  for (const [name, [schema, description]] of Object.entries(NAMED))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id: name, description })
}

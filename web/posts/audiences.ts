import type { CurrentUser } from '../../contract/accounts.ts'
import { withCommas } from '../../contract/number-format.ts'
import { POST_AUDIENCES, type Post, type PostAudience } from '../../contract/posts.ts'

// For whom a post is, in words: before it is posted, on its card, and where it is commented on.

type Author = Pick<CurrentUser, 'isPrivate' | 'friendCount' | 'squad'>

/** What was chosen, as it was stored on the device; the profile's where it is nothing there is. */
export function audienceOf(stored: string | undefined): PostAudience {
  return POST_AUDIENCES.find((one) => one === stored) ?? 'profile'
}

/** Who a post with this audience is for just now. */
export function resultOf({ isPrivate }: Author, chosen: PostAudience): Post['audience'] {
  if (chosen !== 'profile') return chosen
  return isPrivate ? 'friends' : 'public'
}

export function audienceWords(author: Author, chosen: PostAudience): string {
  const result = resultOf(author, chosen)
  if (result === 'public') return 'Everyone here'
  if (result === 'friends') return `Your friends (${withCommas(author.friendCount)})`
  const names = author.squad.map(({ username }) => username)
  return `Your squad: ${names.length > 0 ? names.join(', ') : 'nobody yet'}`
}

/** The same where one chooses: what follows a private profile and what stays so read alike. */
export function choiceWords(author: Author, chosen: PostAudience): string {
  const words = audienceWords(author, chosen)
  if (!author.isPrivate || chosen === 'squad') return words
  return `${words}, ${chosen === 'profile' ? 'while your profile is private' : 'for good'}`
}

export const SQUAD_NOTE = 'Whoever you add later can read it, too.'

/** Who reads what is written under a post; undefined where everybody does. */
export function readersOf({ audience, user }: Post, viewerId: string): string | undefined {
  if (audience === 'public') return undefined
  const whose = user._id === viewerId ? 'Your' : `${user.username}'s`
  return `${whose} ${audience} can read this.`
}

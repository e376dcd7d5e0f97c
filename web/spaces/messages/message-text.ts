import type { Author } from '../../../contract/author.ts'
import { type SpaceMessage, wordlessLine } from '../../../contract/space-messages.ts'

/** What a message says where only text is shown. */
export function messageTextOf({
  user,
  content,
  images,
  added,
}: Pick<SpaceMessage, 'user' | 'content' | 'images' | 'added'>): string {
  return added ? addedText(user, added) : content || wordlessLine(images.length)
}

/** That somebody was taken into the conversation. */
export function addedText(by: Author | null, { username: name }: Author): string {
  return `${by?.username ?? 'Somebody'} added ${name}. ${name} sees what is written from now on.`
}

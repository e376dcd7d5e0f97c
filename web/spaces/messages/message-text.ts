import { type SpaceMessage, wordlessLine } from '../../../contract/space-messages.ts'

/** What a message says where its pictures cannot be shown. */
export function messageTextOf({
  content,
  images,
}: Pick<SpaceMessage, 'content' | 'images'>): string {
  return content || (images.length > 0 ? wordlessLine(images.length) : '')
}

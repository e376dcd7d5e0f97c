import { counted } from '../../../contract/account-deletion.ts'
import type {
  ArchivedComment,
  ArchivedFriend,
  ArchivedImage,
  ArchivedMessage,
  ArchivedNotification,
  ArchivedPost,
  ArchivedSignIn,
  ArchivedTalk,
} from '../../../contract/archive-format.ts'
import { type Html, html } from '../../platform/html.ts'
import { utcMinute } from '../../platform/timestamps.ts'

// How one line of the archive reads on its page.

export function postEntry(post: ArchivedPost): Html {
  return html`<article>
<small>${utcMinute(post.createdAt)}${post.editedAt ? ', edited' : ''} · for ${FOR[post.audience]}</small>
${post.theme ? html`<blockquote>${post.theme.prompt}</blockquote>` : ''}
<p dir="auto">${post.text}</p>
${post.images.map(imageElement)}
<small>${counted(post.likes, 'like')}, ${counted(post.comments, 'comment')}</small>
</article>`
}

function imageElement({ file, width, height, alt }: ArchivedImage): Html {
  return html`<img src="../${file}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`
}

const FOR: Record<ArchivedPost['audience'], string> = {
  profile: 'whoever sees my profile',
  friends: 'friends',
  squad: 'my squad',
}

export function commentEntry({ text, createdAt, answers }: ArchivedComment): Html {
  const answered = answers
    ? html`<blockquote dir="auto">${answers.author}: ${answers.text}</blockquote>`
    : ''
  return html`<article>${answered}<p dir="auto">${text}</p><small>${utcMinute(createdAt)}</small></article>`
}

export function messageEntry({ space, text, createdAt, images }: ArchivedMessage): Html {
  const where = space ?? 'a space that is there no longer'
  return html`<article><small>${utcMinute(createdAt)} · in ${where}</small><p dir="auto">${text}</p>${images.map(imageElement)}</article>`
}

/** In the place of a name, where the account is gone. */
export const GONE = 'Somebody who is here no longer'

export function talkEntry({ conversation, sender, text, createdAt }: ArchivedTalk): Html {
  const who = sender ?? GONE
  return html`<article><small>${utcMinute(createdAt)} · ${who}, with ${conversation}</small><p dir="auto">${text}</p></article>`
}

export function friendEntry({ username, since, isSquad }: ArchivedFriend): Html {
  return html`<article><p>${username}</p><small>${isSquad ? 'In my squad. ' : ''}Since ${utcMinute(since)}</small></article>`
}

export function notificationEntry({ text, createdAt }: ArchivedNotification): Html {
  return html`<article><p dir="auto">${text}</p><small>${utcMinute(createdAt)}</small></article>`
}

export function signInEntry({ device, network, since, lastUsedAt }: ArchivedSignIn): Html {
  return html`<article><p>${device}</p><small>${network === '' ? '' : html`Network ${network} · `}since ${utcMinute(since)}, last used ${utcMinute(lastUsedAt)}</small></article>`
}

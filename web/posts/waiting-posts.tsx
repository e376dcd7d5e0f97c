import { MESSAGES } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { useObjectUrl } from '../platform/files/object-url.ts'
import { LetterState } from '../platform/offline/letter-state.tsx'
import type { Letter } from '../platform/offline/outbox.ts'
import { useLetters } from '../platform/offline/use-outbox.ts'
import { FEEDS } from './api.ts'
import { AuthorName, AuthorPicture } from './author-name.tsx'

/** One's own posts that were written without a network, over the feed they will be in. */
export function WaitingPosts() {
  const letters = useLetters(FEEDS)
  if (letters.length === 0) return null
  return (
    <ul aria-label="Your posts that are not sent yet" className="flex flex-col gap-4">
      {letters.map((letter) => (
        <li key={letter.id}>
          <WaitingPost letter={letter} />
        </li>
      ))}
    </ul>
  )
}

function WaitingPost({ letter }: { letter: Letter }) {
  const user = useUser()
  const { text, imageAlt } = letter.fields
  return (
    <article className="flex flex-col gap-3 rounded-card border border-line-strong border-dashed bg-surface-raised p-4">
      <div className="flex items-center gap-2.5 font-semibold">
        <AuthorPicture user={user} onClick={undefined} size="small" />
        <AuthorName user={user} onClick={undefined} />
      </div>
      <p
        dir="auto"
        className="whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
      >
        {text}
      </p>
      {letter.image && <WaitingPicture image={letter.image} alt={imageAlt ?? ''} />}
      <LetterState letter={letter} fallback={MESSAGES.createFailed} />
    </article>
  )
}

function WaitingPicture({ image, alt }: { image: File; alt: string }) {
  const url = useObjectUrl(image)
  return (
    <img
      src={url ?? undefined}
      alt={alt}
      className="h-48 rounded-control bg-surface-sunken object-contain"
    />
  )
}

import { type MouseEvent, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Greeting } from './greeting.tsx'

const ComposerSheet = lazyChunk(() => import('./composer-sheet.tsx'), 'ComposerSheet')

interface OpenerProps {
  onPosted: () => void
}

/** The way to the composer, as large as the wish to say something; it opens over this place. */
export function Opener({ onPosted }: OpenerProps) {
  const { username, profilePhoto } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setWasOpened(true)
    setIsOpen(true)
  }

  return (
    <>
      <Link
        to={paths.createPost}
        onClick={open}
        className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface-raised px-3 py-1.5 text-ink-soft shadow-raised transition-colors duration-150 hover:bg-surface-hover hover:text-ink"
      >
        <Avatar name={username} photoUrl={profilePhoto} size="small" />
        <span className="min-w-0 flex-1 leading-snug">
          <Greeting username={username} />
          What's on your mind?
        </span>
      </Link>
      {wasOpened && (
        <Suspense>
          <ComposerSheet isOpen={isOpen} onClose={() => setIsOpen(false)} onPosted={onPosted} />
        </Suspense>
      )}
    </>
  )
}

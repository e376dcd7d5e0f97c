import { Link } from 'react-router'
import { useComposerLink } from '../app/composer.tsx'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Greeting } from './greeting.tsx'

/** The way to the composer, as large as the wish to say something; it opens over this place. */
export function ComposerLink() {
  const { username, profilePhoto } = useUser()
  const openComposer = useComposerLink()
  return (
    <Link
      to={paths.createPost}
      onClick={(event) => openComposer(event)}
      className="flex min-h-13 items-center gap-3 rounded-card border border-line bg-surface-raised px-3 py-1 sm:min-h-14 text-ink-soft shadow-raised transition-colors duration-150 hover:bg-surface-hover hover:text-ink"
    >
      <Avatar name={username} photoUrl={profilePhoto} size="small" />
      <span className="min-w-0 flex-1 leading-snug">
        <Greeting username={username} />
        What's on your mind?
      </span>
    </Link>
  )
}

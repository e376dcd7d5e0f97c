import clsx from 'clsx'
import { generatePath, Link } from 'react-router'
import type { Author } from '../../contract/author.ts'
import { Avatar } from '../ui/avatar.tsx'
import { paths } from './paths.ts'

interface PersonLinkProps {
  person: Pick<Author, '_id' | 'username' | 'profilePhoto'>
  size?: 'small' | 'medium'
  /** In the same space, now. */
  isHere?: boolean
  /** The page takes the dialog's place in the history: back leads to what lay below it. */
  isInDialog?: boolean
  className?: string | undefined
}

/** Somebody in a list, by face and name: both lead to their page. */
export function PersonLink(props: PersonLinkProps) {
  const { person, size = 'small', isHere = false, isInDialog = false, className } = props
  return (
    <Link
      to={generatePath(paths.member, { id: person._id })}
      replace={isInDialog}
      className={clsx(
        'flex min-h-11 min-w-0 items-center gap-3 rounded-control hover:underline sm:min-h-8',
        className,
      )}
    >
      <span className="relative inline-flex">
        <Avatar name={person.username} photoUrl={person.profilePhoto} size={size} />
        {isHere && (
          <span
            aria-hidden
            className="absolute -end-0.5 -bottom-0.5 size-3 rounded-full bg-success ring-2 ring-surface-raised"
          />
        )}
      </span>
      <span className="truncate">{person.username}</span>
    </Link>
  )
}

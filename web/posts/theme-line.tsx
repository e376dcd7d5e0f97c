import { Feather } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { Post } from '../../contract/posts.ts'
import { paths } from '../app/paths.ts'

/** What the post was written about; it leads to all that was written about it that day. */
export function ThemeLine({ theme }: { theme: NonNullable<Post['theme']> }) {
  return (
    <Link
      to={generatePath(paths.theme, { date: theme.date })}
      className="-my-2 flex min-h-11 items-center gap-2 font-serif text-ink-soft text-sm leading-snug hover:text-ink hover:underline sm:my-0 sm:min-h-6"
    >
      <Feather aria-hidden className="size-3.5 shrink-0" />
      <span>
        <span className="sr-only">Theme of the Day: </span>
        {theme.prompt}
      </span>
    </Link>
  )
}

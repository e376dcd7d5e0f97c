import { Feather } from 'lucide-react'
import { useId } from 'react'
import { generatePath, Link } from 'react-router'
import { dateString } from '../../contract/theme.ts'
import { useComposerLink } from '../app/composer.tsx'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { promptState } from './composer/post-theme.ts'
import { useThemeOfTheDay } from './theme-of-the-day.ts'

export function ThemeCard() {
  const prompt = useThemeOfTheDay()
  const openComposer = useComposerLink()
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface-raised py-1.5 ps-4 sm:py-2 pe-2 shadow-raised"
    >
      <div className="min-w-0 flex-1 basis-48 max-[18rem]:basis-32">
        <h2 id={headingId} className="font-medium text-ink-soft text-xs">
          Theme of the Day
        </h2>
        <Link
          to={generatePath(paths.theme, { date: dateString(new Date()) })}
          title="What everybody wrote"
          className="block min-h-6 text-balance font-serif leading-snug hover:underline max-[18rem]:text-pretty max-[18rem]:text-sm"
        >
          {prompt}
        </Link>
      </div>
      <ButtonLink
        to={paths.createPost}
        state={promptState(prompt)}
        onClick={(event) => openComposer(event, promptState(prompt).theme)}
        size="small"
        className="shrink-0"
      >
        <Feather aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Write about this</span>
      </ButtonLink>
    </section>
  )
}

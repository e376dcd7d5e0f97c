import { Feather } from 'lucide-react'
import { useId } from 'react'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { promptState } from './prompt-state.ts'
import { useThemeOfTheDay } from './theme-of-the-day.ts'

/** The Theme of the Day, and the way to write about it. */
export function ThemeCard() {
  const prompt = useThemeOfTheDay()
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col items-start gap-3 rounded-card border border-line bg-surface-raised px-5 py-4 shadow-raised"
    >
      <h2 id={headingId} className="font-medium text-ink-soft text-sm">
        Theme of the Day
      </h2>
      <p className="text-balance font-serif text-xl leading-snug">{prompt}</p>
      <ButtonLink to={paths.createPost} state={promptState(prompt)} size="small">
        <Feather aria-hidden className="size-4" />
        Write about this
      </ButtonLink>
    </section>
  )
}

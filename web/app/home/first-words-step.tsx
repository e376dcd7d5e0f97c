import { Feather } from 'lucide-react'
import { promptState } from '../../posts/prompt-state.ts'
import { useThemeOfTheDay } from '../../posts/theme-of-the-day.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { paths } from '../paths.ts'

/** Today's theme, as a beginning for who does not know what to say. */
export function FirstWordsStep() {
  const prompt = useThemeOfTheDay()
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-balance font-serif">{prompt}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={paths.createPost} state={promptState(prompt)}>
          <Feather aria-hidden className="size-4" />
          Answer it
        </ButtonLink>
        <ButtonLink to={paths.createPost}>Say something else</ButtonLink>
      </div>
    </div>
  )
}

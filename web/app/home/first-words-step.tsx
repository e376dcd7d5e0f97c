import { Feather } from 'lucide-react'
import { promptState } from '../../posts/composer/post-theme.ts'
import { useThemeOfTheDay } from '../../posts/theme-of-the-day.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useComposerLink } from '../composer.tsx'
import { paths } from '../paths.ts'

export function FirstWordsStep() {
  const prompt = useThemeOfTheDay()
  const openComposer = useComposerLink()
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-balance font-serif">{prompt}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          to={paths.createPost}
          state={promptState(prompt)}
          onClick={(event) => openComposer(event, promptState(prompt).theme)}
        >
          <Feather aria-hidden className="size-4" />
          Answer it
        </ButtonLink>
        <ButtonLink to={paths.createPost} onClick={(event) => openComposer(event)}>
          Say something else
        </ButtonLink>
      </div>
    </div>
  )
}

import { Feather } from 'lucide-react'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { MESSAGES, themeParams } from '../../contract/posts.ts'
import { dateString, promptOf } from '../../contract/theme.ts'
import { useComposerLink } from '../app/composer.tsx'
import { paths } from '../app/paths.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { useAuthorProfile } from './author-profile.tsx'
import { promptState } from './composer/post-theme.ts'
import { PostPages } from './post-pages.tsx'

// What everybody wrote about the theme of one day, as far as the viewer may see it.

export function ThemeScreen() {
  const { date = '' } = useParams()
  if (!themeParams.safeParse({ date }).success) return <ThemeMissing />
  return <ThemeOfDay key={date} date={date} />
}

function ThemeOfDay({ date }: { date: string }) {
  const source = useMemo(() => ({ themeDate: date }), [date])
  const openComposer = useComposerLink()
  const { openProfile, profileModal } = useAuthorProfile()
  const prompt = promptOf(date)
  const isToday = date === dateString(new Date())
  return (
    <Page title="Theme of the Day" isTitleHidden>
      <BackLink to={paths.home} />
      <div className="mb-6 flex flex-col items-start gap-2">
        <p className="text-ink-soft text-sm">
          Theme of the Day, <time dateTime={date}>{dayOf(date)}</time>
        </p>
        <h2 className="text-balance font-serif text-2xl leading-snug">{prompt}</h2>
        {isToday && (
          <ButtonLink
            to={paths.createPost}
            state={promptState(prompt)}
            onClick={(event) => openComposer(event, promptState(prompt).theme)}
            size="small"
          >
            <Feather aria-hidden className="size-4" />
            Write about this
          </ButtonLink>
        )}
      </div>
      <PostPages source={source} empty={MESSAGES.themeEmpty} onAuthorClick={openProfile} />
      {profileModal}
    </Page>
  )
}

function ThemeMissing() {
  return (
    <Page title="Theme not found" isTitleHidden>
      <EmptyState
        text={MESSAGES.themeMissing}
        action={<ButtonLink to={paths.home}>Go to the home feed</ButtonLink>}
      />
    </Page>
  )
}

function dayOf(date: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(date).toLocaleDateString('en', options)
}

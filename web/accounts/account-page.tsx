import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CommunityLinks } from '../app/community-links.tsx'
import { paths } from '../app/paths.ts'
import { useCommunity } from '../platform/community.ts'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

interface AccountPageProps {
  title: string
  lead?: string
  links?: ReactNode
  children: ReactNode
}

/** The porch: what Snug is, and one card with the one thing to do here. */
export function AccountPage({ title, lead, links, children }: AccountPageProps) {
  const { name } = useCommunity()
  return (
    <div className="flex min-h-dvh flex-col bg-[radial-gradient(42rem_26rem_at_50%_-4rem,var(--color-ember-soft),transparent)] px-safe pt-safe pb-safe lg:bg-[radial-gradient(60rem_44rem_at_22%_48%,var(--color-ember-soft),transparent)]">
      <title>{`${title} · ${name}`}</title>
      <div className="mx-auto grid w-full max-w-5xl flex-1 content-center justify-items-center gap-x-16 gap-y-8 px-4 py-8 lg:grid-cols-2 lg:items-center">
        <Intro />
        <main id="content" tabIndex={-1} className="w-full max-w-md outline-none">
          <div className="rounded-dialog bg-surface-raised p-6 shadow-raised sm:p-8">
            <h1 className="wrap-anywhere font-semibold font-serif text-2xl">{title}</h1>
            {lead && <p className="mt-1 text-ink-soft">{lead}</p>}
            <div className="mt-6 flex flex-col gap-4">{children}</div>
          </div>
          {links && (
            <div className="mt-4 flex flex-col items-center gap-1 text-center">{links}</div>
          )}
        </main>
      </div>
      <footer className="flex flex-col items-center gap-2 px-4 pb-6">
        <ThemeChoice />
        <CommunityLinks />
      </footer>
    </div>
  )
}

function Intro() {
  const { tagline } = useCommunity()
  return (
    <header className="flex flex-col items-center gap-3 text-center lg:items-start lg:text-start">
      <Link to={paths.home} className="max-w-full rounded-control text-3xl lg:text-5xl">
        <Wordmark />
      </Link>
      <p
        data-community="tagline"
        className="max-w-full text-balance text-ink-soft lg:font-serif lg:text-2xl lg:text-ink"
      >
        {tagline}
      </p>
    </header>
  )
}

interface AccountLinkProps {
  to: string
  /** For the page it leads to, and in no URL. */
  state?: unknown
  before?: string
  children: string
}

export function AccountLink({ to, state, before, children }: AccountLinkProps) {
  return (
    <p>
      {before && <span className="text-ink-soft">{before} </span>}
      <Link
        {...{ to, state }}
        className="inline-block rounded-sm py-2.5 font-semibold text-ember underline decoration-1 underline-offset-4 hover:text-ember-hover sm:py-1"
      >
        {children}
      </Link>
    </p>
  )
}

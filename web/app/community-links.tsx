import { Link } from 'react-router'
import { COMMUNITY_PAGES } from '../../contract/community-branding.ts'
import { useCommunity } from '../platform/community.ts'

/** The pages that everybody may read. The server writes them into the page it sends. */
export function CommunityLinks({ onChosen }: { onChosen?: () => void }) {
  const { pages } = useCommunity()
  return (
    <nav
      data-community="pages"
      aria-label="About this community"
      className="flex flex-wrap justify-center gap-x-4"
    >
      {pages.map((page) => (
        <Link
          key={page}
          to={COMMUNITY_PAGES[page].path}
          onClick={onChosen}
          className="inline-flex min-h-11 items-center text-ink-soft text-sm underline decoration-line-strong underline-offset-4 hover:text-ink sm:min-h-8"
        >
          {COMMUNITY_PAGES[page].name}
        </Link>
      ))}
    </nav>
  )
}

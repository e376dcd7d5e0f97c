import type { LinkCard as Card } from '../../contract/posts.ts'

/** Where the link of a post leads, as that page says of itself. */
export function LinkCard({ card: { url, title, description, site } }: { card: Card }) {
  return (
    <a
      href={url}
      title={`${new URL(url).host} (opens in a new tab)`}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="flex min-h-11 flex-col gap-0.5 rounded-control border border-line bg-surface-sunken px-3 py-2 text-sm hover:border-line-strong"
    >
      <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold">
        {title}
      </span>
      {description && (
        <span dir="auto" className="wrap-anywhere line-clamp-2 text-ink-soft">
          {description}
        </span>
      )}
      <span dir="auto" className="truncate text-ink-soft text-xs">
        {site}
      </span>
    </a>
  )
}

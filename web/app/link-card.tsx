import type { LinkCard as Card } from '../../contract/link-card.ts'

export function LinkCard({ card: { url, title, description, site, image } }: { card: Card }) {
  return (
    <a
      href={url}
      title={`${new URL(url).host} (opens in a new tab)`}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="flex min-h-11 max-w-full items-center gap-3 overflow-hidden rounded-control border border-line bg-surface-sunken px-3 py-2 text-sm hover:border-line-strong"
    >
      {image && <Picture url={image} />}
      <span className="flex min-w-0 flex-col gap-0.5">
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
      </span>
    </a>
  )
}

/** What stands beside it says it all; where it does not come, its place stays plain. */
function Picture({ url }: { url: string }) {
  return (
    <span className="size-16 shrink-0 overflow-hidden rounded-control bg-surface">
      <img src={url} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
    </span>
  )
}

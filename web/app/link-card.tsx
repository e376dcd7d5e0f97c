import type { LinkCard as Card } from '../../contract/link-card.ts'
import { srcSetOf, WIDEST } from '../posts/image-source.ts'

interface LinkCardProps {
  card: Card
  /** Its picture stands above the words where it is wide enough, as in a post. */
  canBeWide?: boolean
}

export function LinkCard({ card, canBeWide = false }: LinkCardProps) {
  const { url, title, description, site, image } = card
  const wideImage = canBeWide ? card.wideImage : undefined
  return (
    <a
      href={url}
      title={`${new URL(url).host} (opens in a new tab)`}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="flex min-h-11 max-w-full flex-col overflow-hidden rounded-control border border-line bg-surface-sunken text-sm hover:border-line-strong"
    >
      {wideImage && <WideImage image={wideImage} />}
      <span className="flex items-center gap-3 px-3 py-2">
        {image && !wideImage && <SmallImage url={image} />}
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
      </span>
    </a>
  )
}

// What stands beside a picture says it all; where it does not come, its place stays plain.

function SmallImage({ url }: { url: string }) {
  return (
    <span className="size-16 shrink-0 overflow-hidden rounded-control bg-surface">
      <img src={url} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
    </span>
  )
}

function WideImage({ image }: { image: NonNullable<Card['wideImage']> }) {
  return (
    <span className="block aspect-[1.91/1] bg-surface">
      <img
        src={image.sources.at(-1)?.url}
        srcSet={srcSetOf(image)}
        sizes={`min(100vw - 4rem, ${WIDEST})`}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </span>
  )
}

import { ExternalLink, Music2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { PrivateBadge, TagList, VibeBadge } from './space-badges.tsx'

/** What the space is about, with its pinned art and the way to its sound. */
export function AboutSpace({ space }: { space: Space }) {
  return (
    <section aria-label="About this space" className="flex flex-col gap-3 px-4 pt-1 pb-4">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {space.description}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <VibeBadge vibe={space.vibe} />
        {space.isPrivate && <PrivateBadge />}
      </div>
      <TagList tags={space.tags} />
      <PinnedArt art={space.pinnedArt} />
      <Sound sound={space.sound} />
    </section>
  )
}

function PinnedArt({ art }: { art: Space['pinnedArt'] }) {
  const { url, title, artist, image } = art
  const words = [title, artist && `by ${artist}`].filter(Boolean).join(' ')
  if (!url && !words && !image) return null
  return (
    <figure className="flex flex-col gap-2">
      {image && (
        <img
          src={image}
          alt={words || 'Pinned art'}
          className="max-h-72 w-fit max-w-full rounded-card object-contain"
        />
      )}
      <figcaption dir="auto" className="wrap-anywhere text-ink-soft text-sm">
        {url ? <OutsideLink url={url}>{words || 'Pinned art'}</OutsideLink> : words}
      </figcaption>
    </figure>
  )
}

/** Our pages play nothing from elsewhere, so the sound plays where it is, once it is asked for. */
function Sound({ sound: { url, name, volume } }: { sound: Space['sound'] }) {
  if (!url && !name) return null
  return (
    <p dir="auto" className="wrap-anywhere flex items-center gap-2 text-ink-soft text-sm">
      <Music2 aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0">
        {url ? <OutsideLink url={url}>{name || 'Ambient sound'}</OutsideLink> : name}
        {` Best at ${Math.round(volume * 100)} % volume.`}
      </span>
    </p>
  )
}

function OutsideLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex max-w-full items-center gap-1.5 py-1 text-ember underline underline-offset-2"
    >
      <span className="wrap-anywhere min-w-0">{children}</span>
      <ExternalLink aria-hidden className="size-4 shrink-0" />
      <span className="whitespace-nowrap">{' (opens in a new tab)'}</span>
    </a>
  )
}

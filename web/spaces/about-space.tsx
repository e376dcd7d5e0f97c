import { ExternalLink, Music2, Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { Button } from '../ui/button.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { PrivateBadge, TagList, VibeBadge } from './space-badges.tsx'
import type { AmbientSound } from './use-sound.ts'

interface AboutSpaceProps {
  space: Space
  sound: AmbientSound
}

export function AboutSpace({ space, sound }: AboutSpaceProps) {
  return (
    <section aria-label="About this space" className="flex flex-col gap-3 px-4 pt-1 pb-4">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        <LinkedText text={space.description} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <VibeBadge vibe={space.vibe} />
        {space.isPrivate && <PrivateBadge />}
      </div>
      <TagList tags={space.tags} />
      <PinnedArt art={space.pinnedArt} />
      <Sound of={space.sound} sound={sound} />
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

/** It never plays by itself; where it lies is told, too, for who would rather go there. */
function Sound({ of, sound }: { of: Space['sound']; sound: AmbientSound }) {
  const { url, name } = of
  const { state, play, stop } = sound
  if (!url && !name) return null
  const title = name || 'Ambient sound'
  const isPlaying = state === 'playing'
  return (
    <div
      dir="auto"
      className="wrap-anywhere flex flex-wrap items-center gap-2 text-ink-soft text-sm"
    >
      {url ? (
        <>
          <Button
            size="small"
            busy={state === 'loading'}
            aria-label={`${isPlaying ? 'Stop' : 'Play'} ${title}`}
            onClick={isPlaying ? stop : play}
          >
            {isPlaying ? (
              <Square aria-hidden className="size-4" />
            ) : (
              <Play aria-hidden className="size-4" />
            )}
            {isPlaying ? 'Stop' : 'Play'}
          </Button>
          <OutsideLink url={url}>{title}</OutsideLink>
        </>
      ) : (
        <>
          <Music2 aria-hidden className="size-4 shrink-0" />
          {name}
        </>
      )}
    </div>
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

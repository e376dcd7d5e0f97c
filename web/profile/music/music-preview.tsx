import { useQuery } from '@tanstack/react-query'
import { Music, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  MUSIC_EMBED_HEIGHT,
  type MusicPiece,
  musicEmbedOf,
  musicPieceOf,
} from '../../../contract/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MusicLink, musicUrl } from '../music-link.tsx'
import { musicPreviewOptions } from './api.ts'

// What a member vibes to. The music service hears of it only when somebody presses Play; until then
// our own server tells what the piece is called, and where it cannot, nothing is said of that.

const TYPING_PAUSE_MS = 400

/**
 * A link to music as a preview with a player, where it is of a kind that is known; else the link.
 */
export function MusicPreview({ link }: { link: string }) {
  const settled = useSettled(link)
  const url = musicUrl(settled)
  const piece = musicPieceOf(settled)
  if (!url) return null
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {piece && <Piece key={`${piece.kind} ${piece.id}`} piece={piece} />}
      <MusicLink url={url} />
    </div>
  )
}

function Piece({ piece }: { piece: MusicPiece }) {
  const { data, isPending } = useQuery(musicPreviewOptions(piece))
  const [isOpen, setIsOpen] = useState(false)
  const title = data?.title || `Spotify ${piece.kind}`
  if (isOpen) return <Player title={title} url={musicEmbedOf(piece)} />
  return (
    <div
      style={{ height: MUSIC_EMBED_HEIGHT }}
      className="flex items-center gap-3 rounded-control bg-surface-sunken px-3"
    >
      <Cover image={data?.image} />
      <div className="min-w-0 flex-1">
        {isPending ? (
          <Skeleton className="h-5 w-3/4" />
        ) : (
          <p dir="auto" className="wrap-anywhere line-clamp-2 font-medium leading-tight">
            {title}
          </p>
        )}
        {data?.artist && (
          <p dir="auto" className="truncate text-ink-soft text-sm">
            {data.artist}
          </p>
        )}
      </div>
      <Button size="small" onClick={() => setIsOpen(true)} aria-label={`Play ${title}`}>
        <Play aria-hidden className="size-4" />
        Play
      </Button>
    </div>
  )
}

/** Only a picture that came with the answer is shown: one from elsewhere would tell who looks. */
function Cover({ image }: { image: string | null | undefined }) {
  if (image?.startsWith('data:image/')) {
    return <img src={image} alt="" className="size-14 shrink-0 rounded-lg object-cover" />
  }
  return (
    <span className="flex size-14 shrink-0 items-center justify-center rounded-lg bg-ember-soft text-ember">
      <Music aria-hidden className="size-6" />
    </span>
  )
}

/** The service's own player, kept to playing: it learns no address of ours. */
function Player({ title, url }: { title: string; url: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // The button that was pressed is gone; the player takes its focus.
    frame.current?.focus()
  }, [])
  return (
    <iframe
      ref={frame}
      title={`Music player: ${title}`}
      src={url}
      height={MUSIC_EMBED_HEIGHT}
      sandbox="allow-scripts allow-same-origin allow-popups"
      allow="encrypted-media"
      referrerPolicy="no-referrer"
      className="w-full rounded-control bg-surface-sunken"
    />
  )
}

/** The latest value once it rests for a moment; the first one at once. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

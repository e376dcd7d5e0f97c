import type { ReactNode } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { LinkedText } from '../ui/linked-text.tsx'
import { PALETTE_CLASSES, usePaletteStyle } from './palette-style.ts'
import { MemberCount, PrivateBadge, TagList, UnreadBadge, VibeBadge } from './space-badges.tsx'

/** What a card shows of a space; a form can show it before there is one. */
type CardContent = Pick<
  Space,
  | 'name'
  | 'description'
  | 'colorPalette'
  | 'vibe'
  | 'isPrivate'
  | 'tags'
  | 'memberCount'
  | 'maxMembers'
  | 'unreadCount'
>

interface SpaceCardProps {
  space: CardContent
  headingLevel?: 'h2' | 'h3'
  action?: ReactNode
  menu?: ReactNode
}

export function SpaceCard({ space, headingLevel: Heading = 'h2', action, menu }: SpaceCardProps) {
  return (
    <article
      aria-label={space.name}
      style={usePaletteStyle(space.colorPalette)}
      className={`${PALETTE_CLASSES} flex h-full flex-col overflow-hidden rounded-card border border-line shadow-raised`}
    >
      <div
        aria-hidden
        className="h-2 shrink-0 bg-[linear-gradient(to_right,var(--space-primary),var(--space-secondary),var(--space-accent))]"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <header className="flex items-start gap-2">
          <Heading
            dir="auto"
            className="wrap-anywhere min-w-0 flex-1 font-semibold font-serif text-ember text-xl leading-8"
          >
            {space.name}
          </Heading>
          {menu && <div className="-me-2 -mt-1.5 sm:mt-0">{menu}</div>}
        </header>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          <LinkedText text={space.description} />
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <VibeBadge vibe={space.vibe} />
          {space.isPrivate && <PrivateBadge />}
          {space.unreadCount > 0 && <UnreadBadge count={space.unreadCount} />}
        </div>
        <TagList tags={space.tags} />
        <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-1">
          <MemberCount space={space} />
          {action}
        </footer>
      </div>
    </article>
  )
}

import type { ColorPalette } from '../../../contract/spaces.ts'
import { bubbleClasses } from '../messages/bubble-style.ts'
import { PALETTE_CLASSES, usePaletteStyle } from '../palette-style.ts'
import { SpaceCard } from '../space-card.tsx'
import { type SpaceFormValues, shownPalette, tagsOf } from './space-form-values.ts'

interface SpacePreviewProps {
  values: SpaceFormValues
  memberCount: number
}

/** How the card and the chat will look: a picture, for its words stand in the form already. */
export function SpacePreview({ values, memberCount }: SpacePreviewProps) {
  const colorPalette = shownPalette(values.colors)
  return (
    <div role="img" aria-label="Preview of the card and the chat">
      {/* No press or key reaches what would be a link on the card. */}
      <div inert className="grid gap-4 sm:grid-cols-2">
        <SpaceCard
          headingLevel="h3"
          space={{
            name: values.name.trim() || 'Your space',
            description: values.description.trim() || 'What one finds there, in a line or two',
            colorPalette,
            vibe: values.vibe,
            isPrivate: values.isPrivate,
            tags: tagsOf(values.tags),
            memberCount,
            maxMembers: Number(values.maxMembers) || memberCount,
            unreadCount: 0,
          }}
        />
        <ChatPreview palette={colorPalette} />
      </div>
    </div>
  )
}

function ChatPreview({ palette }: { palette: ColorPalette }) {
  return (
    <div
      style={usePaletteStyle(palette)}
      className={`${PALETTE_CLASSES} flex flex-col justify-end gap-2 rounded-card border border-line p-4`}
    >
      <p className="text-center text-ink-soft text-sm">Today</p>
      <p className={bubbleClasses(false)}>Is anybody here?</p>
      <p className={`${bubbleClasses(true)} self-end`}>Come in, the fire is on.</p>
    </div>
  )
}

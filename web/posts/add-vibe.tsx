import { Ellipsis, SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { QUICK_EMOJIS, type Vibes } from '../../contract/reactions.ts'
import { useUser } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { EmojiDialog } from '../ui/emoji/emoji-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { hasGiven } from './optimistic-reactions.ts'

interface AddVibeProps {
  vibes: Vibes
  onChange: (emoji: string, isGiven: boolean) => void
}

/** Six vibes at hand, and all there are behind one more press. */
export function AddVibe({ vibes, onChange }: AddVibeProps) {
  const { _id: viewerId } = useUser()
  const [shown, setShown] = useState<'nothing' | 'quick' | 'all'>('nothing')
  return (
    <div className="ms-auto">
      <Popover
        label="Quick vibes"
        trigger={<IconButton label="Add a vibe" icon={<SmilePlus />} />}
        isOpen={shown === 'quick'}
        onOpenChange={(isOpen) => setShown(isOpen ? 'quick' : 'nothing')}
      >
        <div className="flex flex-col gap-1">
          <div className="flex gap-0.5">
            {QUICK_EMOJIS.map((emoji) => {
              const isMine = hasGiven(vibes, viewerId, emoji)
              return (
                <button
                  key={emoji}
                  type="button"
                  aria-pressed={isMine}
                  onClick={() => {
                    setShown('nothing')
                    onChange(emoji, !isMine)
                  }}
                  className="flex size-11 items-center justify-center rounded-full text-2xl leading-none transition-colors duration-150 hover:bg-surface-hover aria-pressed:bg-ember-soft aria-pressed:ring-2 aria-pressed:ring-ember-fill aria-pressed:ring-inset"
                >
                  {emoji}
                </button>
              )
            })}
          </div>
          <Button size="small" onClick={() => setShown('all')}>
            <Ellipsis aria-hidden className="size-4.5" />
            More vibes
          </Button>
        </div>
      </Popover>
      <EmojiDialog
        title="Add a vibe"
        isOpen={shown === 'all'}
        onClose={() => setShown('nothing')}
        onChoose={(emoji) => onChange(emoji, true)}
      />
    </div>
  )
}

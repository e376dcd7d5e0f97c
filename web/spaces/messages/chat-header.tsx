import { ArrowLeft, ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import type { Space } from '../../../contract/spaces.ts'
import { PersonLink } from '../../app/person-link.tsx'
import { useQuietNumbers, useUser } from '../../app/session.tsx'
import { namesWithoutNumber } from '../../ui/emoji/vibe-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { type Room, useRoomTools } from '../room-tools.tsx'
import { MemberCount } from '../space-badges.tsx'
import { SpaceMenu } from '../space-menu.tsx'

interface ChatHeaderProps {
  space: Space
  here: readonly Author[]
  /** Of what there is to know about the space: below this header, or beside the chat. */
  aboutId: string
  isAboutOpen: boolean
  onAbout: () => void
  about: ReactNode
  goToMessage: Room['goToMessage']
  onClose: () => Promise<void>
}

/** Drawn again for what stands in it, not for what is said below. */
export const ChatHeader = memo((props: ChatHeaderProps) => {
  const { space, here, aboutId, isAboutOpen, onAbout, about, goToMessage, onClose } = props
  const { _id: roomId, name, mute, isAdmin } = space
  const tools = useRoomTools({ roomId, name, mute, goToMessage, canPin: isAdmin })
  return (
    <div className="flex max-h-[60%] shrink-0 flex-col border-line border-b">
      <div className="flex items-center gap-1 px-2 py-1.5">
        <IconButton label="Close" icon={<ArrowLeft />} onClick={onClose} />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate text-left font-semibold font-serif text-ember text-lg">
            {space.name}
          </h2>
          {/* On the narrowest phones who is here takes a line, which waits for them. */}
          <p className="flex flex-wrap items-center gap-x-3 max-[24rem]:min-h-10">
            <MemberCount space={space} />
            <HereNow here={here} />
          </p>
        </div>
        {tools.buttons}
        <IconButton
          label="About this space"
          aria-expanded={isAboutOpen}
          aria-controls={about ? aboutId : undefined}
          icon={<ChevronDown className={isAboutOpen ? 'rotate-180' : ''} />}
          onClick={onAbout}
        />
        <SpaceMenu space={space} isInRoom roomItems={tools.items} />
        {tools.dialog}
      </div>
      {about && (
        <div id={aboutId} className="overflow-y-auto">
          {about}
        </div>
      )}
    </div>
  )
})

/** How many are in this chat now, quietly some of their names; who, is told by a press. */
function HereNow({ here }: { here: readonly Author[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const isQuiet = useQuietNumbers()
  const { _id: viewerId } = useUser()
  if (here.length === 0) return null
  const others = here.filter(({ _id }) => _id !== viewerId).map(({ username }) => username)
  const isMine = others.length < here.length
  return (
    <Popover
      label="Here now"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button
          type="button"
          className="relative inline-flex min-w-0 max-w-full items-center gap-1.5 text-ink-soft text-sm after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
        >
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-success" />
          <span className="truncate">
            {`${isQuiet ? namesWithoutNumber(isMine, others, here.length) : here.length} here now`}
          </span>
        </button>
      }
    >
      <ul className="flex max-h-60 flex-col gap-2 overflow-y-auto p-1">
        {here.map((member) => (
          <li key={member._id}>
            <PersonLink person={member} />
          </li>
        ))}
      </ul>
    </Popover>
  )
}

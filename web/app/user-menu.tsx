import { LockKeyhole, LogOut, SlidersHorizontal, Ticket } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { LightIconButton } from '../ui/light-icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import { CommunityLinks } from './community-links.tsx'
import { admin } from './destinations.ts'
import { paths } from './paths.ts'
import { useSession, useUser } from './session.tsx'

/** The theme, privacy, and on phones what the bottom bar has no room for. */
export function UserMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const { username } = useUser()
  return (
    <Popover
      label="Your menu"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<LightIconButton label="Your menu" icon={<SlidersHorizontal />} />}
    >
      <div className="flex w-64 max-w-full flex-col gap-3 p-2">
        <p className="truncate font-semibold font-serif">Hi, {username}</p>
        <ThemeChoice />
        <ButtonLink to={paths.privacy} onClick={() => setIsOpen(false)}>
          <LockKeyhole aria-hidden className="size-4.5" />
          Privacy
        </ButtonLink>
        <ButtonLink to={paths.invitations} onClick={() => setIsOpen(false)}>
          <Ticket aria-hidden className="size-4.5" />
          Invitations
        </ButtonLink>
        <PhoneOnlyWays onChosen={() => setIsOpen(false)} />
        <CommunityLinks onChosen={() => setIsOpen(false)} />
      </div>
    </Popover>
  )
}

function PhoneOnlyWays({ onChosen }: { onChosen: () => void }) {
  const { isAdmin } = useUser()
  const { signOut } = useSession()
  return (
    <div className="contents md:hidden">
      {isAdmin && (
        <ButtonLink to={admin.path} onClick={onChosen}>
          <admin.Icon aria-hidden className="size-4.5" />
          {admin.label}
        </ButtonLink>
      )}
      <Button onClick={signOut}>
        <LogOut aria-hidden className="size-4.5" />
        Logout
      </Button>
    </div>
  )
}

import { withCommas } from '../../contract/number-format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { PrivacyChoice } from './settings/api.ts'

interface EarlierPostsDialogProps {
  count: number
  onAnswer: (choice: PrivacyChoice) => void
  onClose: () => void
}

/** Asks what becomes of the posts that were written in private, before the profile opens. */
export function EarlierPostsDialog({ count, onAnswer, onClose }: EarlierPostsDialogProps) {
  const posts = count === 1 ? '1 post' : `${withCommas(count)} posts`
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Make your profile public?"
      description={`You wrote ${posts} while your profile was private. Who may see ${count === 1 ? 'it' : 'them'} from now on?`}
    >
      <div className="flex flex-col gap-2">
        <Button onClick={() => onAnswer({ isPrivate: false })}>Show them to everyone</Button>
        <Button onClick={() => onAnswer({ isPrivate: false, keepEarlier: true })}>
          Keep them with my friends
        </Button>
      </div>
    </Dialog>
  )
}

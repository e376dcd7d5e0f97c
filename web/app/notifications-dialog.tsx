import { Bell } from 'lucide-react'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

interface NotificationsDialogProps {
  isOpen: boolean
  onClose: () => void
}

export function NotificationsDialog({ isOpen, onClose }: NotificationsDialogProps) {
  return (
    <Dialog title="Notifications" isOpen={isOpen} onClose={onClose}>
      <EmptyState
        icon={<Bell />}
        text="Nothing here yet. Friend requests and comments on your posts will be told here."
      />
    </Dialog>
  )
}

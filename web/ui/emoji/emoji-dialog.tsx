import { useQuery } from '@tanstack/react-query'
import { loadChunk } from '../../platform/load-chunk.ts'
import { Dialog } from '../dialog.tsx'
import { ErrorState } from '../error-state.tsx'
import { Spinner } from '../spinner.tsx'

interface EmojiDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  onChoose: (emoji: string) => void
}

export function EmojiDialog({ title, isOpen, onClose, onChoose }: EmojiDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Choice
        onChoose={(emoji) => {
          onClose()
          onChoose(emoji)
        }}
      />
    </Dialog>
  )
}

/** The picker is large, so its code and its data come when they are first asked for. */
function Choice({ onChoose }: { onChoose: (emoji: string) => void }) {
  const picker = useQuery({
    queryKey: ['emoji-picker'],
    queryFn: loadPicker,
    staleTime: 'static',
    structuralSharing: false,
    retry: false,
  })
  if (picker.data)
    return <picker.data.EmojiPicker data={picker.data.emojiData} onChoose={onChoose} />
  return (
    <div className="flex h-96 max-h-[60dvh] items-center justify-center">
      {picker.isPending ? (
        <Spinner label="Loading emojis" className="text-ember" />
      ) : (
        <ErrorState text="The emojis could not be loaded." query={picker} />
      )}
    </div>
  )
}

async function loadPicker() {
  const { EmojiPicker, loadEmojiData } = await loadChunk(() => import('./emoji-picker.tsx'))
  return { EmojiPicker, emojiData: await loadEmojiData() }
}

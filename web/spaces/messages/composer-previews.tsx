import { X } from 'lucide-react'
import type { RefObject } from 'react'
import type { QuotedMessage } from '../../../contract/space-messages.ts'
import { LinkPreviewChoice } from '../../app/link-preview-choice.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { PreviewChoice } from './preview-choice.ts'
import { lineOf } from './quoted-line.tsx'
import type { ReplyTo } from './reply-to.ts'

interface ComposerPreviewsProps {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  replyTo: ReplyTo
  preview: PreviewChoice
}

/** What goes with the words, above them; a press on × takes it away and leads back to them. */
export function ComposerPreviews({
  text,
  field,
  replyTo: { repliedTo, stop },
  preview,
}: ComposerPreviewsProps) {
  const leavingBy = (act: () => void) => () => {
    act()
    field.current?.focus()
  }
  return (
    <>
      {repliedTo && <RepliedTo quoted={repliedTo} onStop={leavingBy(stop)} />}
      {preview.isOffered && (
        <div className="min-w-0 basis-full">
          <LinkPreviewChoice text={text} onRefuse={leavingBy(preview.refuse)} />
        </div>
      )}
    </>
  )
}

function RepliedTo({ quoted, onStop }: { quoted: QuotedMessage; onStop: () => void }) {
  return (
    <div className="flex min-w-0 basis-full items-center gap-2 rounded-control border border-line bg-surface-sunken ps-3 text-sm">
      <p className="flex min-w-0 flex-1 gap-1.5">
        <span dir="auto" className="max-w-40 shrink-0 truncate font-semibold">
          {`Reply to ${quoted.user?.username ?? 'someone'}`}
        </span>
        <span dir="auto" className="min-w-0 truncate text-ink-soft">
          {lineOf(quoted)}
        </span>
      </p>
      <IconButton label="Do not reply" icon={<X />} onClick={onStop} />
    </div>
  )
}

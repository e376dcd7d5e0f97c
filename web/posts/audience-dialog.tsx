import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { MESSAGES, POST_AUDIENCES, type Post } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { errorMessage } from '../platform/api-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { changeAudience } from './audience-api.ts'
import { choiceWords, SQUAD_NOTE } from './audiences.ts'

interface AudienceDialogProps {
  post: Post
  onClose: () => void
}

/** Asks for whom an own post shall be from now on. What refuses a wider circle is said in it. */
export function AudienceDialog({ post, onClose }: AudienceDialogProps) {
  const user = useUser()
  const client = useQueryClient()
  const toast = useToast()
  const name = useId()
  const [chosen, setChosen] = useState(post.chosenAudience)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence="Who can see this post?"
      details="Its comments, reactions and pictures follow."
      confirmLabel="Save"
      onConfirm={async () => {
        await changeAudience(client, post._id, chosen)
        toast.success(MESSAGES.audienceChanged)
      }}
      describeError={(error) => errorMessage(error, MESSAGES.audienceFailed)}
    >
      <fieldset>
        <legend className="sr-only">Audience</legend>
        {POST_AUDIENCES.map((audience) => (
          <label key={audience} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={name}
              checked={audience === chosen}
              onChange={() => setChosen(audience)}
              className="size-5 shrink-0 accent-ember-fill"
            />
            <span className="min-w-0 wrap-anywhere">{choiceWords(user, audience)}</span>
          </label>
        ))}
        {chosen === 'squad' && <p className="text-ink-soft text-sm">{SQUAD_NOTE}</p>}
      </fieldset>
    </ConfirmDialog>
  )
}

import { Check, ChevronDown } from 'lucide-react'
import { POST_AUDIENCES, type PostAudience } from '../../contract/posts.ts'
import { AUDIENCES } from '../app/audience-names.ts'
import { useUser } from '../app/session.tsx'
import { Menu } from '../ui/menu.tsx'
import { audienceWords, choiceWords, resultOf } from './audiences.ts'

interface AudienceChipProps {
  chosen: PostAudience
  onChoose: (audience: PostAudience) => void
}

/** Who will see the post, beside the press that sends it; a press on it chooses others. */
export function AudienceChip({ chosen, onChoose }: AudienceChipProps) {
  const user = useUser()
  const { Icon } = AUDIENCES[resultOf(user, chosen)]
  return (
    <Menu
      label="Audience"
      trigger={
        <button
          type="button"
          className="inline-flex min-h-11 min-w-0 items-center gap-1.5 rounded-control px-2 text-start text-ink-soft text-sm hover:bg-surface-hover sm:min-h-9"
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">Audience: </span>
            {audienceWords(user, chosen)}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0" />
        </button>
      }
      items={POST_AUDIENCES.map((audience) => ({
        label: choiceWords(user, audience),
        icon: <Mark audience={audience} isChosen={audience === chosen} />,
        onSelect: () => onChoose(audience),
      }))}
    />
  )
}

function Mark({ audience, isChosen }: { audience: PostAudience; isChosen: boolean }) {
  const { Icon } = AUDIENCES[resultOf(useUser(), audience)]
  return isChosen ? <Check aria-label="Chosen: " /> : <Icon aria-hidden />
}

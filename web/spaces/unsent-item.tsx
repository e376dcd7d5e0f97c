import clsx from 'clsx'
import { MESSAGES } from '../../contract/spaces.ts'
import { LetterState } from '../platform/offline/letter-state.tsx'
import type { Letter } from '../platform/offline/outbox.ts'
import { bubbleClasses } from './bubble-style.ts'

interface UnsentItemProps {
  unsent: Letter
  isGrouped: boolean
}

/** One's own message that is on its way, waits for the network, or did not get through. */
export function UnsentItem({ unsent, isGrouped }: UnsentItemProps) {
  return (
    <li className={clsx('flex flex-col items-end gap-1', isGrouped ? 'pt-1' : 'pt-3')}>
      <p dir="auto" className={bubbleClasses(true)}>
        {unsent.fields.content}
      </p>
      <LetterState letter={unsent} fallback={MESSAGES.sendFailed} />
    </li>
  )
}

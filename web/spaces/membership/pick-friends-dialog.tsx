import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { CONVERSATION_MEMBERS_MAX, MESSAGES } from '../../../contract/conversations.ts'
import { filterFriends } from '../../app/friendship/people-filter.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { friendsOptions } from '../conversations/conversations-api.ts'

interface PickFriendsDialogProps {
  title: string
  submitLabel: string
  without?: readonly string[]
  /** One alone can be chosen. */
  isOne?: boolean
  /** Rejects with what is shown. What it returns is done once the dialog is closed. */
  onPick: (userIds: string[]) => Promise<(() => unknown) | undefined>
  onClose: () => void
}

/** Friends to write to, or to take into a group. */
export function PickFriendsDialog(props: PickFriendsDialogProps) {
  const { title, submitLabel, without = [], isOne = false, onPick, onClose } = props
  const friends = useQuery(friendsOptions)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const max = isOne ? 1 : CONVERSATION_MEMBERS_MAX - 1
  const others = friends.data?.filter(({ _id }) => !without.includes(_id))
  const found = others && filterFriends(search, others)

  async function submit() {
    if (chosen.length === 0) return setProblem(MESSAGES.nobody)
    setIsBusy(true)
    try {
      const then = await onPick([...chosen])
      onClose()
      then?.()
    } catch (error) {
      setProblem(errorMessage(error, 'That did not work. Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      title={title}
      // What is under way goes on where it leads to.
      onClose={() => isBusy || onClose()}
      footer={
        <>
          {problem && <Problem text={problem} />}
          <Button variant="primary" busy={isBusy} onClick={submit}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <SearchField label="Search friends" value={search} maxLength={50} onChange={setSearch} />
      <NotThere friends={friends} isNobodyFound={found?.length === 0} />
      <ul aria-label="Friends" className="flex flex-col py-2">
        {found?.map(({ _id, ...friend }) => (
          <li key={_id}>
            <Checkbox
              {...(isOne && { type: 'radio', name: 'friend' })}
              label={<Face {...friend} />}
              checked={chosen.includes(_id)}
              disabled={!chosen.includes(_id) && !isOne && chosen.length >= max}
              onChange={(isChosen) => {
                setProblem('')
                const rest = isOne ? [] : chosen.filter((id) => id !== _id)
                setChosen(isChosen ? [...rest, _id] : rest)
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Face({ username, profilePhoto }: Pick<Author, 'username' | 'profilePhoto'>) {
  return (
    <span className="flex min-h-11 items-center gap-3">
      <Avatar name={username} photoUrl={profilePhoto} size="small" />
      <span className="min-w-0 truncate">{username}</span>
    </span>
  )
}

interface NotThereProps {
  friends: UseQueryResult
  isNobodyFound: boolean
}

/**
 * In place of friends to choose: that they come, that they could not be loaded, or that there is
 * none.
 */
function NotThere({ friends, isNobodyFound }: NotThereProps) {
  if (isNobodyFound) return <p className="py-4 text-ink-soft">No friend to choose here.</p>
  if (friends.isPending) return <Spinner label="Loading friends" className="m-4 text-ember" />
  if (!friends.isLoadingError) return null
  return <ErrorState text="Your friends could not be loaded." query={friends} />
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="me-auto min-w-0 self-center text-danger text-sm">
      {text}
    </p>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { searchWords } from '../../../contract/search.ts'
import { MESSAGES, SEARCH_MAX } from '../../../contract/spaces.ts'
import { useTogether } from '../../platform/use-together.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LoadMore } from '../load-more.tsx'
import { useFoldedMembers } from './folded-members.ts'
import { FoundMessage } from './found-message.tsx'
import { HighlightedWords } from './highlighted-words.tsx'
import { type GoToMessage, useLeadToMessage } from './lead-to-message.ts'
import { searchOptions } from './message-search-api.ts'

interface SearchMessagesDialogProps {
  roomId: string
  goToMessage: GoToMessage
  onClose: () => void
}

/** Looks for words in a room; what is found leads to where it was said. */
export function SearchMessagesDialog({ roomId, goToMessage, onClose }: SearchMessagesDialogProps) {
  const { onChoose, returnFocus } = useLeadToMessage(goToMessage, onClose)
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const search = useTogether(() => setWords(typed.trim()))
  return (
    <Dialog isOpen title="Search messages" onClose={onClose} isForWriting returnFocus={returnFocus}>
      <TextField
        label="Words"
        type="search"
        value={typed}
        maxLength={SEARCH_MAX}
        onChange={(event) => {
          setTyped(event.target.value)
          search()
        }}
      />
      {/* Of one height whatever is found: the field must not move while one types. */}
      <div className="pt-3 sm:h-[60dvh]">
        <Results roomId={roomId} words={words} onChoose={onChoose} />
      </div>
    </Dialog>
  )
}

interface ResultsProps {
  roomId: string
  words: string
  onChoose: (messageId: string) => Promise<void>
}

function Results({ roomId, words, onChoose }: ResultsProps) {
  const folds = useFoldedMembers(roomId)
  const isAsked = searchWords(words).length > 0
  const search = useInfiniteQuery({ ...searchOptions(roomId, words), enabled: isAsked })
  if (!isAsked) return <p className="text-ink-soft">{MESSAGES.searchHint}</p>
  if (search.isLoadingError) {
    return <ErrorState text={MESSAGES.searchFailed} query={search} />
  }
  if (!search.data || !folds) return <Skeleton className="h-40" />
  const found = search.data.pages.flatMap(({ messages }) => messages)
  const count = `${found.length}${search.hasNextPage ? ' or more' : ''}`
  return (
    <>
      <p role="status" className="sr-only">
        {found.length === 1 && !search.hasNextPage ? '1 message found' : `${count} messages found`}
      </p>
      {found.length === 0 && !search.hasNextPage && (
        <EmptyState icon={<SearchX />} text={MESSAGES.nothingFound} />
      )}
      <ul aria-label="Messages found" className="-mx-2 flex flex-col divide-y divide-line">
        {found.map((message) => (
          <li key={message._id} className="flex">
            <FoundMessage message={message} folds={folds} onChoose={onChoose}>
              <HighlightedWords text={message.content} words={words} />
            </FoundMessage>
          </li>
        ))}
      </ul>
      <LoadMore list={search} problem={MESSAGES.searchFailed} label="Look further back" />
    </>
  )
}

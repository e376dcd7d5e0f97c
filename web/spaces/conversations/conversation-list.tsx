import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { generatePath, NavLink, useLocation } from 'react-router'
import type { Conversation } from '../../../contract/conversations.ts'
import { areFound, searchKeys, searchWords } from '../../../contract/search.ts'
import { useIsOutdated } from '../../app/outdated-queries.ts'
import { paths } from '../../app/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LastLine, NewMessagesMark } from '../last-line.tsx'
import { LoadMore } from '../load-more.tsx'
import { MutedMark } from '../muted-mark.tsx'
import { type Box, conversationsOptions, nameOf, photoOf } from './conversations-api.ts'

const LOAD_FAILED = 'The messages could not be loaded.'

interface ConversationListProps {
  box: Box
  /** Beside an open conversation, whose place in the history the chosen one takes. */
  isBeside?: boolean
  empty: ReactNode
}

export function ConversationList({ box, isBeside = false, empty }: ConversationListProps) {
  const list = useInfiniteQuery(conversationsOptions(box))
  const isOutdated = useIsOutdated(conversationsOptions(box).queryKey)
  const [sought, setSought] = useState('')
  if (list.isPending)
    return (
      <div className="flex justify-center py-12">
        <Spinner label="Loading messages" className="text-ember" />
      </div>
    )
  const failure = { text: LOAD_FAILED, query: list }
  const talks = list.data?.pages.flatMap(({ conversations }) => conversations)
  if (!talks || (isOutdated && talks.length === 0)) return <ErrorState {...failure} />
  if (talks.length === 0) return empty
  const found = talks.filter((talk) => isFound(talk, sought))
  return (
    <>
      {isOutdated && <RefreshFailed {...failure} isInDialog={isBeside} />}
      {talks.length > SEARCHED_FROM && (
        <SearchField
          label="Find people and groups"
          value={sought}
          maxLength={SEARCH_MAX}
          onChange={setSought}
          className="mb-3"
        />
      )}
      <p role="status" className="px-3 text-ink-soft empty:sr-only">
        {found.length === 0 &&
          (list.hasNextPage ? 'Nobody by that name among these.' : 'Nobody by that name.')}
      </p>
      <ul aria-label="Messages" className="flex flex-col gap-0.5">
        {found.map((talk) => (
          <li key={talk._id}>
            <ConversationLink talk={talk} isBeside={isBeside} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} problem={LOAD_FAILED} label="Show more" />
    </>
  )
}

const SEARCH_MAX = 50
/** In fewer one sees at once who is there. */
const SEARCHED_FROM = 5

/** By the title and by who is in it, on the device: what was typed goes nowhere. */
function isFound(talk: Conversation, sought: string): boolean {
  if (sought.trim() === '') return true
  const words = searchWords(sought)
  const names = [nameOf(talk), ...talk.people.map(({ username }) => username)]
  return words.length > 0 && areFound(words, names.flatMap(searchKeys))
}

function ConversationLink({ talk, isBeside }: { talk: Conversation; isBeside: boolean }) {
  const { search, state } = useLocation()
  const { lastMessage, isUnread } = talk
  // Beside an open one the name needs all of its line.
  const when = lastMessage && (
    <RelativeTime dateTime={lastMessage.createdAt} className="shrink-0 text-ink-soft text-xs" />
  )
  return (
    <NavLink
      to={{ pathname: generatePath(paths.conversation, { id: talk._id }), search }}
      replace={isBeside}
      state={isBeside ? state : { isFromList: true }}
      preventScrollReset
      className="flex min-h-14 items-center gap-3 rounded-control px-3 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-surface-hover aria-[current=page]:bg-quiet forced-colors:aria-[current=page]:outline-2"
    >
      <Avatar name={nameOf(talk)} photoUrl={photoOf(talk)} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={clsx('min-w-0 flex-1 truncate text-left', isUnread && 'font-bold')}
          >
            {nameOf(talk)}
          </span>
          {!isBeside && when}
        </span>
        <span className="flex items-center gap-2 text-ink-soft text-sm">
          <LastLine lastMessage={lastMessage} isOfPair={talk.isPair} />
          {isBeside && when}
          {talk.mute && <MutedMark />}
          {isUnread && <NewMessagesMark />}
        </span>
      </span>
    </NavLink>
  )
}

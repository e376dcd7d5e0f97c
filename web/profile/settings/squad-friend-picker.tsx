import { useId, useState } from 'react'
import { type Person, SEARCH_MAX } from '../../../contract/friends.ts'
import { filterFriends } from '../../app/friendship/people-filter.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SearchField } from '../../ui/search-field.tsx'

/** So many are drawn at once; of more, the search finds the others. */
const SHOWN_MAX = 12

interface SquadFriendPickerProps {
  friends: Person[]
  /** Somebody, and where they stood among them. */
  onPick: (friend: Person, index: number) => void
}

/** Friends by their faces: one press takes one into the squad. */
export function SquadFriendPicker({ friends, onPick }: SquadFriendPickerProps) {
  const titleId = useId()
  const [search, setSearch] = useState('')
  const hasSearch = friends.length > SHOWN_MAX || search !== ''
  const found = filterFriends(search, friends)

  function pick(friend: Person, index: number) {
    setSearch('')
    onPick(friend, index)
  }

  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h3 id={titleId} className="font-medium text-sm">
        Add a friend
      </h3>
      {hasSearch && (
        <SearchField
          label="Search friends"
          value={search}
          maxLength={SEARCH_MAX}
          onChange={setSearch}
        />
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2 empty:hidden">
        {found.slice(0, SHOWN_MAX).map((friend, index) => (
          <li key={friend._id} className="flex">
            <FriendButton friend={friend} onPress={() => pick(friend, index)} />
          </li>
        ))}
      </ul>
      <p role="status" className="text-ink-soft text-sm empty:sr-only">
        {saidOf(search, found.length)}
      </p>
    </section>
  )
}

/** A double press, or a key held down, is one press: somebody else stands there after the first. */
function FriendButton({ friend, onPress }: { friend: Person; onPress: () => void }) {
  const { username, profilePhoto } = friend
  return (
    <button
      type="button"
      data-friend
      onClick={({ detail }) => detail <= 1 && onPress()}
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      className="relative flex w-full min-w-0 flex-col items-center gap-1.5 rounded-control p-2 transition-colors duration-150 hover:bg-quiet"
    >
      <Avatar name={username} photoUrl={profilePhoto} size="large" />
      <span className="wrap-anywhere line-clamp-2 w-full text-center text-sm leading-snug">
        <span className="sr-only">Add</span> {username} <span className="sr-only">to squad</span>
      </span>
    </button>
  )
}

function saidOf(search: string, count: number): string {
  if (count === 0) return `No friend of yours is found by “${search.trim()}”.`
  if (count > SHOWN_MAX) return `${count - SHOWN_MAX} more. The search finds them.`
  return ''
}

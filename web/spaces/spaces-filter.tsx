import { useEffect, useRef, useState } from 'react'
import { SEARCH_MAX, SPACE_VIBES, type SpaceVibe, VIBES } from '../../contract/spaces.ts'
import { SearchField } from '../ui/search-field.tsx'
import { SelectField } from '../ui/select-field.tsx'

const TYPING_PAUSE_MS = 300

const OPTIONS: { value: SpaceVibe | ''; label: string }[] = [
  { value: '', label: 'All Vibes' },
  ...SPACE_VIBES.map((vibe) => ({
    value: vibe,
    label: `${VIBES[vibe].emoji} ${VIBES[vibe].label}`,
  })),
]

interface SpacesFilterProps {
  search: string
  vibe: SpaceVibe | ''
  onSearch: (search: string) => void
  onVibe: (vibe: SpaceVibe | '') => void
}

export function SpacesFilter({ search, vibe, onSearch, onVibe }: SpacesFilterProps) {
  const [typed, type] = useTypedSearch(search, onSearch)
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      <SearchField
        label="Search spaces"
        value={typed}
        maxLength={SEARCH_MAX}
        onChange={type}
        className="flex-1"
      />
      <SelectField
        label="Filter by vibe"
        isLabelHidden
        options={OPTIONS}
        value={vibe}
        onChange={onVibe}
        className="sm:w-48"
      />
    </div>
  )
}

/** What is typed is searched for at the next pause; what the address says otherwise, is shown. */
function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (search !== known) {
    setKnown(search)
    if (search !== typed.trim()) setTyped(search)
  }
  const latestSearch = useRef(onSearch)
  useEffect(() => {
    latestSearch.current = onSearch
  })

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latestSearch.current(text.trim()), TYPING_PAUSE_MS)
  }

  return [typed, type] as const
}

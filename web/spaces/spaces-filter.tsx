import { SEARCH_MAX, SPACE_VIBES, type SpaceVibe, VIBES } from '../../contract/spaces.ts'
import { useTypedSearch } from '../platform/url-params.ts'
import { SearchField } from '../ui/search-field.tsx'
import { SelectField } from '../ui/select-field.tsx'

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

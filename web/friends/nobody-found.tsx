import { SearchX } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

interface NobodyFoundProps {
  search: string
  onDiscover: () => void
}

/** None of these people; perhaps one of all the others. */
export function NobodyFound({ search, onDiscover }: NobodyFoundProps) {
  return (
    <EmptyState
      icon={<SearchX />}
      text={`Nobody here matches “${search.trim()}”.`}
      action={<Button onClick={onDiscover}>Look among everybody</Button>}
    />
  )
}

import { Globe, Users } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Segmented } from '../ui/segmented.tsx'
import type { FeedKind } from './api.ts'

const OPTIONS = [
  { value: 'friends', label: 'Friends', icon: <Users aria-hidden className="size-4.5" /> },
  { value: 'public', label: 'Public', icon: <Globe aria-hidden className="size-4.5" /> },
] as const

interface FeedSwitchProps {
  kind: FeedKind
  onChoose: (kind: FeedKind) => void
}

export function FeedSwitch({ kind, onChoose }: FeedSwitchProps) {
  return <Segmented label="Feed" options={OPTIONS} value={kind} onChange={onChoose} />
}

/** The feed the address names: `?feed=public`, else friends. */
export function useFeedKind(): [kind: FeedKind, choose: (kind: FeedKind) => void] {
  const [params, setParams] = useSearchParams()
  const kind = params.get('feed') === 'public' ? 'public' : 'friends'
  const choose = (chosen: FeedKind) =>
    setParams(chosen === 'public' ? { feed: 'public' } : {}, {
      replace: true,
      preventScrollReset: true,
    })
  return [kind, choose]
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SEARCH_MAX } from '../../contract/friends.ts'
import { ProfileModal } from '../profile/profile-modal.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { countsOptions } from './api.ts'
import { DiscoverTab } from './discover-tab.tsx'
import { FriendsTab } from './friends-tab.tsx'
import { usePeopleUrlState } from './people-url-state.ts'
import { RequestsTab } from './requests-tab.tsx'

// Friends, who asks to be one, and everybody else here. Each person has one button, which says how
// they stand to the viewer and changes where it is; nothing that is done here leads away from here.

interface FriendsScreenProps {
  /**
   * The way to bring somebody in, for when nobody else is here yet; null where nobody can come in.
   */
  invitation: ReactNode
  messages: ReactNode
  segment: ReactNode
}

export function FriendsScreen({ invitation, messages, segment }: FriendsScreenProps) {
  const { tab, chooseTab, text, setText, search } = usePeopleUrlState()
  const { data: counts } = useQuery(countsOptions)
  const [memberId, setMemberId] = useState<string>()
  const panels = {
    friends: (
      <FriendsTab search={text} onOpen={setMemberId} onDiscover={() => chooseTab('discover')} />
    ),
    requests: (
      <RequestsTab search={text} onOpen={setMemberId} onDiscover={() => chooseTab('discover')} />
    ),
    discover: <DiscoverTab search={search} onOpen={setMemberId} invitation={invitation} />,
  }
  return (
    <Page title="Friends" actions={messages}>
      {segment}
      <SearchField
        label="Search people"
        value={text}
        maxLength={SEARCH_MAX}
        onChange={setText}
        className="mb-3"
      />
      <Tabs
        label="People"
        value={tab}
        onChange={chooseTab}
        tabs={[
          { value: 'friends', label: 'Friends', count: counts?.friends, panel: panels.friends },
          { value: 'requests', label: 'Requests', count: counts?.requests, panel: panels.requests },
          { value: 'discover', label: 'Discover', count: counts?.discover, panel: panels.discover },
        ]}
      />
      <ProfileModal userId={memberId} onClose={() => setMemberId(undefined)} />
    </Page>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessagesSquare, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { generatePath, Outlet } from 'react-router'
import { MESSAGE_POLICIES, type MessagePolicy } from '../../../contract/conversations.ts'
import { FriendsMessagesSwitch } from '../../app/friends-messages-switch.tsx'
import { paths } from '../../app/paths.ts'
import { useNavigateAndWait } from '../../app/router-view.tsx'
import { useUser } from '../../app/session.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { useUrlParams } from '../../platform/url-params.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ConversationList } from './conversation-list.tsx'
import {
  type Box,
  conversationsOptions,
  settingsOptions,
  useConversationChange,
  useSaveSettings,
} from './conversations-api.ts'

const PickFriendsDialog = lazyChunk(
  () => import('../membership/pick-friends-dialog.tsx'),
  'PickFriendsDialog',
)

// What one writes to others, and who may begin. An open conversation lies over this list.

export function ConversationsScreen() {
  const [params, change] = useUrlParams()
  const { friendCount } = useUser()
  const box: Box = params.get('box') === 'requests' ? 'requests' : 'conversations'
  const { data, isPending } = useInfiniteQuery(conversationsOptions('conversations'))
  const hasRequests = data?.pages[0]?.hasRequests ?? false
  const choose = (chosen: Box) =>
    change((latest) => {
      const next = new URLSearchParams(latest)
      if (chosen === 'requests') next.set('box', chosen)
      else next.delete('box')
      return next
    })
  return (
    <Page title="Messages" actions={<NewConversation />}>
      <FriendsMessagesSwitch />
      {(hasRequests || box === 'requests') && (
        <div className="mb-3">
          <Segmented
            label="Which messages"
            value={box}
            onChange={choose}
            options={[
              { value: 'conversations', label: 'Conversations' },
              { value: 'requests', label: 'Requests' },
            ]}
          />
        </div>
      )}
      <ConversationList
        key={box}
        box={box}
        empty={
          <EmptyState
            icon={<MessagesSquare />}
            text={
              box === 'requests'
                ? 'Nobody asks to write to you.'
                : 'Nothing yet. Write to a friend, and it stands here.'
            }
            action={
              friendCount === 0 && (
                <ButtonLink to={`${paths.friends}?tab=discover`} variant="primary">
                  Discover people
                </ButtonLink>
              )
            }
          />
        }
      />
      <WhoCanWrite isListThere={!isPending} />
      <Outlet />
    </Page>
  )
}

function NewConversation() {
  const [isOpen, setIsOpen] = useState(false)
  const start = useConversationChange('start')
  const visit = useNavigateAndWait()
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        New message
      </Button>
      {isOpen && (
        <Suspense>
          <PickFriendsDialog
            title="New message"
            submitLabel="Write"
            onClose={() => setIsOpen(false)}
            onPick={async (userIds) => {
              const { _id } = await start.mutateAsync(userIds)
              // While the dialog is open: it takes the dialog's place in the history.
              await visit(generatePath(paths.conversation, { id: _id }), { replace: true })
              return undefined
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const POLICIES: Record<MessagePolicy, string> = {
  knock: 'Friends, and my spaces may ask',
  friends: 'Friends only',
  nobody: 'Nobody new',
}

/** Below the list, which would push it down. */
function WhoCanWrite({ isListThere }: { isListThere: boolean }) {
  const { data } = useQuery(settingsOptions)
  const save = useSaveSettings()
  const toast = useToast()
  if (!data || !isListThere) return null
  return (
    <SelectField
      label="Who can write to me"
      className="mt-8 max-w-md"
      options={MESSAGE_POLICIES.map((value) => ({ value, label: POLICIES[value] }))}
      value={save.isPending ? save.variables.from : data.from}
      onChange={(from) =>
        save.mutate(
          { from },
          { onError: (error) => toast.alert(errorMessage(error, 'It could not be saved.')) },
        )
      }
    />
  )
}

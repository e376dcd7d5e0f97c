import { useMutation } from '@tanstack/react-query'
import { generatePath } from 'react-router'
import { type Conversation, conversation } from '../../contract/conversations.ts'
import { api } from '../platform/api-client.ts'
import { errorMessage } from '../platform/api-error.ts'
import { closeDialogs } from '../ui/dialog-history.ts'
import { useToast } from '../ui/toast.tsx'
import { paths } from './paths.ts'
import { useNavigateAndWait } from './router-view.tsx'

export function useWriteMessage(): (memberId: string) => void {
  const visit = useNavigateAndWait()
  const toast = useToast()
  const { mutate } = useMutation({
    mutationFn: async (memberId: string) =>
      conversation.parse(await api.post('/conversations', { userIds: [memberId] })),
    onError: (error) => toast.alert(errorMessage(error, 'The conversation could not be opened.')),
  })
  async function open({ _id }: Conversation) {
    await closeDialogs()
    await visit(generatePath(paths.conversation, { id: _id }))
  }
  // As given here, it is not called any more once whoever asked has gone elsewhere.
  return (memberId) => mutate(memberId, { onSuccess: open })
}

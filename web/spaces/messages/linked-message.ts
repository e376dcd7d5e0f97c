import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { id } from '../../../contract/text.ts'
import type { Chat } from './use-chat.ts'

/**
 * `?message=` leads to that message once the chat is there; the address is then the room's again.
 */
export function useLinkedMessage({ opening, goToMessage }: Chat): void {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const messageId = id.safeParse(params.get('message')).data
  const follow = useEffectEvent((to: string) => {
    const rest = new URLSearchParams(params)
    rest.delete('message')
    setParams(rest, { replace: true, preventScrollReset: true, state })
    void goToMessage(to)
  })
  useEffect(() => {
    if (messageId !== undefined && opening === 'idle') follow(messageId)
  }, [messageId, opening])
}

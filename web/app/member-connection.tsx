import type { SocketClass } from '../platform/realtime/connection.ts'
import { Realtime } from './realtime.tsx'
import { Reconnection } from './reconnection.tsx'

interface MemberConnectionProps {
  Socket: SocketClass | undefined
}

/** What keeps a member in touch with the server, whichever screen is shown. */
export function MemberConnection({ Socket }: MemberConnectionProps) {
  return (
    <>
      <Realtime Socket={Socket} />
      <Reconnection />
    </>
  )
}

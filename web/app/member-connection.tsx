import type { SocketClass } from '../platform/realtime/connection.ts'
import { Realtime } from './realtime.tsx'
import { Reconnection } from './reconnection.tsx'

interface MemberConnectionProps {
  Socket: SocketClass | undefined
}

export function MemberConnection({ Socket }: MemberConnectionProps) {
  return (
    <>
      <Realtime Socket={Socket} />
      <Reconnection />
    </>
  )
}

/** What an address says of the room that is open, and of no other place. */
const ROOM_PARAMS = ['requests', 'message'] as const

/** Of the list behind the room, for an address that leads out of it. */
export function withoutRoomParams(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ROOM_PARAMS) params.delete(name)
  return params.toString()
}

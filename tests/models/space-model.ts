import { ASK_AGAIN_AFTER_MS } from '../../contract/join-requests.ts'

// What spaces promise, as plainly as it can be said: a model that a test drives beside the server.
// Every act answers as the server shall: with its status.

interface ModelMessage {
  isKept?: boolean
  sender: number
  isDeleted: boolean
  /** Those in the space who read it. */
  readers: Set<number>
}

interface ModelSpace {
  admin: number
  members: Set<number>
  max: number
  isPrivate: boolean
  /** How many messages there were when it was opened. */
  opened: number
  requests: Map<number, { status: 'pending' | 'approved' | 'denied'; at: number }>
  messages: ModelMessage[]
  changes: number
}

export function modelSpace(): ModelSpace {
  return {
    admin: 0,
    members: new Set([0]),
    max: 5,
    isPrivate: false,
    opened: 0,
    requests: new Map(),
    messages: [],
    changes: 0,
  }
}

export type Act =
  | { kind: 'join' | 'leave' | 'ask' | 'say'; who: number }
  | { kind: 'approve' | 'deny' | 'remove' | 'transfer'; who: number; other: number }
  /** `message` counts from the newest, which is 0. */
  | { kind: 'edit' | 'unsay' | 'react'; who: number; message: number }
  | { kind: 'change'; who: number; max: number; isPrivate: boolean }
  | { kind: 'wait'; ms: number }

export function actOnModel(space: ModelSpace, act: Act, now: number): number {
  if (act.kind === 'wait') return 200
  const { who } = act
  switch (act.kind) {
    case 'join':
      return join(space, who)
    case 'leave':
      if (space.admin === who) return 409
      remove(space, who)
      return 200
    case 'ask':
      return ask(space, who, now)
    case 'say':
      if (!space.members.has(who)) return 403
      space.messages.push({ sender: who, isDeleted: false, readers: new Set(space.members) })
      space.changes++
      return 200
    case 'approve':
    case 'deny':
      return answer(space, act, act.kind === 'approve' ? 'approved' : 'denied', now)
    case 'remove':
      if (space.admin !== who) return 403
      if (act.other === who) return 409
      remove(space, act.other)
      return 200
    case 'transfer':
      if (space.admin !== who) return 403
      if (!space.members.has(act.other)) return 409
      space.admin = act.other
      return 200
    case 'change':
      if (space.admin !== who) return 403
      if (act.max < space.members.size) return 409
      space.max = act.max
      if (space.isPrivate && !act.isPrivate) space.opened = space.messages.length
      space.isPrivate = act.isPrivate
      return 200
    default:
      return changeMessage(space, act)
  }
}

function join(space: ModelSpace, who: number): number {
  if (space.members.has(who)) return 200
  if (space.isPrivate) return 403
  if (space.members.size >= space.max) return 409
  admit(space, who)
  space.requests.delete(who)
  return 200
}

/** Who comes reads what was written since the space was last opened. */
function admit(space: ModelSpace, who: number) {
  if (space.members.has(who)) return
  space.members.add(who)
  for (const { readers } of space.messages.slice(space.opened)) readers.add(who)
}

function remove(space: ModelSpace, who: number) {
  space.members.delete(who)
  for (const { readers } of space.messages) readers.delete(who)
}

function ask(space: ModelSpace, who: number, now: number): number {
  if (space.members.has(who)) return 409
  if (!space.isPrivate) return 400
  const last = space.requests.get(who)
  if (last?.status === 'pending') return 409
  if (last?.status === 'denied' && now < last.at + ASK_AGAIN_AFTER_MS) return 409
  space.requests.set(who, { status: 'pending', at: now })
  return 200
}

function answer(
  space: ModelSpace,
  { who, other }: { who: number; other: number },
  status: 'approved' | 'denied',
  now: number,
): number {
  const request = space.requests.get(other)
  const mayKnow = who === other || space.members.has(who)
  if (!request || !mayKnow) return 404
  if (space.admin !== who) return 403
  if (request.status !== 'pending') return request.status === status ? 200 : 409
  if (status === 'approved') {
    if (!space.members.has(other) && space.members.size >= space.max) return 409
    admit(space, other)
  }
  space.requests.set(other, { status, at: now })
  return 200
}

function changeMessage(
  space: ModelSpace,
  { kind, who, message: index }: { kind: 'edit' | 'unsay' | 'react'; who: number; message: number },
): number {
  const message = space.messages.at(-1 - index)
  // What the admin removed is kept until its sender deletes it for good.
  if (kind === 'unsay' && message?.isKept && message.sender === who) {
    message.isKept = false
    return 200
  }
  if (!space.members.has(who)) return 403
  if (!message?.readers.has(who) || message.isDeleted) return 404
  const isOwn = message.sender === who
  if (kind === 'edit' && !isOwn) return 403
  if (kind === 'unsay' && !isOwn && space.admin !== who) return 403
  if (kind === 'unsay') {
    message.isDeleted = true
    message.isKept = !isOwn
  }
  space.changes++
  return 200
}

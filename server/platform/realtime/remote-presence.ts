import type { Id } from '../ids.ts'

type List = { spaceId: Id; memberIds: Id[] }

/** Who is in which chat by what the other processes publish. */
export function createRemotePresence() {
  const byProcess = new Map<string, Map<Id, Id[]>>()

  /** The process is gone, or publishes all anew. Returns the spaces whose list may be another. */
  function remove(process: string): Id[] {
    const spaceIds = [...(byProcess.get(process)?.keys() ?? [])]
    byProcess.delete(process)
    return spaceIds
  }

  return {
    remove,
    /** With `isAll` the process is in no other chats. Returns the spaces whose list may be another. */
    update(process: string, lists: List[], isAll: boolean): Id[] {
      const before = isAll ? remove(process) : []
      const chats = byProcess.get(process) ?? new Map<Id, Id[]>()
      for (const { spaceId, memberIds } of lists)
        if (memberIds.length > 0) chats.set(spaceId, memberIds)
        else chats.delete(spaceId)
      if (chats.size > 0) byProcess.set(process, chats)
      return [...new Set([...before, ...lists.map(({ spaceId }) => spaceId)])]
    },
    membersIn(spaceId: Id): Id[] {
      return [...byProcess.values()].flatMap((chats) => chats.get(spaceId) ?? [])
    },
  }
}

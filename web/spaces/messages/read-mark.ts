import { markRead } from './messages-api.ts'

/**
 * How far the member has read a room, as the server is told: the newest place, once in `everyMs` at
 * most. Whoever reads along in a lively room would else write with each message.
 */
export function createReadMark(spaceId: string, lastReadSeq: number, everyMs: number) {
  let toldSeq = lastReadSeq
  let waitingSeq: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function tellNow(): void {
    clearTimeout(timer)
    timer = undefined
    if (waitingSeq === undefined) return
    const [seq, before] = [waitingSeq, toldSeq]
    waitingSeq = undefined
    toldSeq = seq
    timer = setTimeout(tellNow, everyMs)
    // If it fails, the next message tries again; nobody needs to be told.
    markRead(spaceId, seq).catch(() => {
      if (toldSeq === seq) toldSeq = before
    })
  }

  return {
    tell(seq: number): void {
      if (seq <= toldSeq) return
      waitingSeq = seq
      if (timer === undefined) tellNow()
    },
    /** What waits: nobody is there to read on. */
    tellNow,
  }
}

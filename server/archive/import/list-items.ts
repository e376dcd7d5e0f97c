// Reads `{ "schema": 1, "posts": [ … ] }` as it comes, one item of the list at a time: however long
// the list is, and whatever stands in it, little of it is in memory.

/** It is no such text; what was read of it until then may have looked right. */
export class ListError extends Error {
  override readonly name = 'ListError'
}

/** What surrounds the list. */
const FRAME_MAX_BYTES = 64 * 1024
const DEPTH_MAX = 64
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** The list stands in the object of the whole text. */
const LIST_DEPTH = 2

/**
 * The items of the first list in an object, in their order; null in the place of one that is longer
 * than `itemBytesMax`. `checkFrame` gets the object with that list empty, once all was read. Throws
 * ListError, and what `checkFrame` throws.
 */
export async function* listItems(
  chunks: AsyncIterable<Buffer>,
  itemBytesMax: number,
  checkFrame: (frame: unknown) => void,
): AsyncGenerator<unknown> {
  const cutter = new ItemCutter(itemBytesMax)
  for await (const chunk of chunks) {
    for (const item of cutter.cut(chunk)) yield item === null ? null : parsed(item)
  }
  checkFrame(parsed(cutter.frame()))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new ListError('This is no JSON.')
  }
}

class ItemCutter {
  readonly #itemBytesMax: number
  readonly #frame = new Collected(FRAME_MAX_BYTES)
  readonly #item: Collected
  #depth = 0
  #isInText = false
  #isEscaped = false
  #list: 'before' | 'in' | 'after' = 'before'
  #count = 0

  constructor(itemBytesMax: number) {
    this.#itemBytesMax = itemBytesMax
    this.#item = new Collected(this.#itemBytesMax)
  }

  /** The items that end in these bytes. */
  cut(chunk: Buffer): (string | null)[] {
    const items: (string | null)[] = []
    let start = 0
    const collect = (end: number) => {
      const part = chunk.subarray(start, end)
      if (this.#list === 'in') this.#item.add(part)
      else this.#frame.add(part)
      start = end
    }
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (this.#isInText) {
        this.#passText(byte)
        continue
      }
      if (byte === QUOTE) this.#isInText = true
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.#open()
        if (byte === OPEN_LIST && this.#list === 'before' && this.#depth === LIST_DEPTH) {
          collect(index + 1)
          this.#list = 'in'
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (this.#list === 'in' && this.#depth === LIST_DEPTH) {
          collect(index)
          this.#endItem(items, true)
          this.#list = 'after'
        }
        this.#depth--
      } else if (byte === COMMA && this.#list === 'in' && this.#depth === LIST_DEPTH) {
        collect(index)
        this.#endItem(items, false)
        start = index + 1
      }
    }
    collect(chunk.length)
    if (this.#frame.isTooLong) throw new ListError('There is too much around the list.')
    return items
  }

  /** What stands around the list. */
  frame(): string {
    if (this.#depth !== 0 || this.#list === 'in') throw new ListError('It ends in the middle.')
    return this.#frame.take()
  }

  #passText(byte: number) {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#isInText = false
  }

  #open() {
    this.#depth++
    if (this.#depth > DEPTH_MAX) throw new ListError('This is nested too deeply.')
  }

  #endItem(items: (string | null)[], isLast: boolean) {
    const isTooLong = this.#item.isTooLong
    const item = this.#item.take()
    // An empty list has none.
    if (isLast && this.#count === 0 && item.trim() === '' && !isTooLong) return
    this.#count++
    items.push(isTooLong ? null : item)
  }
}

/** Bytes that belong together, up to an end: of what is longer nothing is kept. */
class Collected {
  readonly #bytesMax: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get isTooLong(): boolean {
    return this.#bytes > this.#bytesMax
  }

  add(part: Buffer) {
    this.#bytes += part.length
    if (this.isTooLong) this.#parts = []
    // The chunk may be large, and this a few bytes of it.
    else if (part.length > 0) this.#parts.push(Buffer.from(part))
  }

  /** All of it as text; what comes next begins anew. */
  take(): string {
    const text = Buffer.concat(this.#parts).toString()
    this.#parts = []
    this.#bytes = 0
    return text
  }
}

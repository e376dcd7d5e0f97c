import type { ServerEvent } from '../../contract/realtime.ts'

/** The whole of a text. */
const TEXT = 0x81
const SHORT_MAX = 125
const LENGTH_IN_TWO_BYTES = 126
const TWO_BYTES_MAX = 65_535
const LENGTH_IN_EIGHT_BYTES = 127

/** An event as it goes over the wire: the same bytes for all who hear it. */
export function frameOf(event: ServerEvent): Buffer {
  return textFrame(JSON.stringify(event))
}

/** A text from a server as a frame of its own (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = headOf(length)
  const frame = Buffer.allocUnsafe(head.length + length)
  frame.set(head)
  frame.write(text, head.length)
  return frame
}

function headOf(length: number): Buffer {
  if (length <= SHORT_MAX) return Buffer.of(TEXT, length)
  const isLong = length > TWO_BYTES_MAX
  const head = Buffer.alloc(isLong ? 10 : 4)
  head.writeUInt8(TEXT, 0)
  head.writeUInt8(isLong ? LENGTH_IN_EIGHT_BYTES : LENGTH_IN_TWO_BYTES, 1)
  if (isLong) head.writeBigUInt64BE(BigInt(length), 2)
  else head.writeUInt16BE(length, 2)
  return head
}

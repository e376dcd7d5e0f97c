// What stands in a zip besides the bytes of its files, by APPNOTE.TXT of PKWARE (6.3): a header
// before and an end after each, and at the very end the directory of all of them. Sizes are only
// known behind the bytes (bit 3), names are UTF-8 (bit 11); from 4 GB on numbers are written in 64
// bits.

/** A file of a zip. `start`: where its header begins. */
interface ZipFile {
  path: string
  isSmall: boolean
  madeAt: Date
  start: number
}

/** `size` in bytes, and how many it takes in the zip: `packed`. */
interface WrittenFile extends ZipFile {
  crc: number
  size: number
  packed: number
}

const FLAGS = (1 << 3) | (1 << 11)
const STORED = 0
const DEFLATED = 8
const VERSION = 20
const VERSION_64 = 45
const MADE_BY_UNIX = (3 << 8) | 63
const ORDINARY_FILE = (0o100644 << 16) >>> 0
const MAX_16 = 0xffff
const MAX_31 = 0x7fffffff
const MAX_32 = 0xffffffff
/** What its older dates can say; a machine without a battery begins in 1970. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2107]
/** Records of the directory are kept in blocks: a buffer for each takes as much again. */
const BLOCK_BYTES = 64 * 1024

/** Stands before the bytes of a file. */
export function headerOf(file: ZipFile): Buffer {
  const name = Buffer.from(file.path)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  writeKind(header, 4, file)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

/** Stands behind them. */
export function endOfFile({ crc, size, packed }: WrittenFile): Buffer {
  const isLarge = size >= MAX_32 || packed >= MAX_32
  const end = Buffer.alloc(isLarge ? 24 : 16)
  end.writeUInt32LE(0x08074b50, 0)
  end.writeUInt32LE(crc, 4)
  if (isLarge) {
    end.writeBigUInt64LE(BigInt(packed), 8)
    end.writeBigUInt64LE(BigInt(size), 16)
  } else {
    end.writeUInt32LE(packed, 8)
    end.writeUInt32LE(size, 12)
  }
  return end
}

/** The directory of a zip, as its files come. */
export function createZipDirectory() {
  const blocks: Buffer[] = []
  let records: Buffer[] = []
  let [count, bytes, bytesInBlocks] = [0, 0, 0]

  function closeBlock() {
    blocks.push(Buffer.concat(records))
    bytesInBlocks = bytes
    records = []
  }

  return {
    add(file: WrittenFile) {
      const record = recordOf(file)
      records.push(record)
      count++
      bytes += record.length
      if (bytes - bytesInBlocks >= BLOCK_BYTES) closeBlock()
    },
    /** All of it, from `start` in the zip on. */
    end(start: number): Buffer[] {
      closeBlock()
      return [...blocks, endOfZip({ count, bytes, start })]
    },
  }
}

function recordOf(file: WrittenFile): Buffer {
  const { crc, size, packed, start, madeAt } = file
  const isLarge = [size, packed, start].some((each) => each >= MAX_32)
  const name = Buffer.from(file.path)
  const moment = unixMoment(madeAt)
  const large = Buffer.alloc(isLarge ? 28 : 0)
  if (isLarge) {
    large.writeUInt16LE(1, 0)
    large.writeUInt16LE(24, 2)
    for (const [index, each] of [size, packed, start].entries())
      large.writeBigUInt64LE(BigInt(each), 4 + index * 8)
  }
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(MADE_BY_UNIX, 4)
  writeKind(record, 6, file, isLarge ? VERSION_64 : VERSION)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(isLarge ? MAX_32 : packed, 20)
  record.writeUInt32LE(isLarge ? MAX_32 : size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(moment.length + large.length, 30)
  record.writeUInt32LE(ORDINARY_FILE, 38)
  record.writeUInt32LE(isLarge ? MAX_32 : start, 42)
  return Buffer.concat([record, name, moment, large])
}

/** What header and record begin with. */
function writeKind(
  record: Buffer,
  at: number,
  { isSmall, madeAt }: ZipFile,
  version: number = VERSION,
) {
  const { day, time } = dosMoment(madeAt)
  for (const [index, each] of [version, FLAGS, isSmall ? STORED : DEFLATED, time, day].entries())
    record.writeUInt16LE(each, at + index * 2)
}

/** The moment by the second, in UTC; until 2038, as readers take it for a signed number. */
function unixMoment(moment: Date): Buffer {
  const seconds = Math.floor(moment.getTime() / 1_000)
  if (seconds < 0 || seconds > MAX_31) return Buffer.alloc(0)
  const field = Buffer.alloc(9)
  field.write('UT', 'latin1')
  field.writeUInt16LE(5, 2)
  field.writeUInt8(0b11, 4)
  field.writeUInt32LE(seconds, 5)
  return field
}

function dosMoment(moment: Date) {
  const year = Math.min(Math.max(moment.getFullYear(), FIRST_YEAR), LAST_YEAR) - FIRST_YEAR
  const month = moment.getMonth() + 1
  return {
    day: (year << 9) | (month << 5) | moment.getDate(),
    time: (moment.getHours() << 11) | (moment.getMinutes() << 5) | (moment.getSeconds() >> 1),
  }
}

function endOfZip({ count, bytes, start }: { count: number; bytes: number; start: number }) {
  const isLarge = count >= MAX_16 || bytes >= MAX_32 || start >= MAX_32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(bytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(start, MAX_32), 16)
  if (!isLarge) return end
  const large = Buffer.alloc(56)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(MADE_BY_UNIX, 12)
  large.writeUInt16LE(VERSION_64, 14)
  for (const [index, each] of [count, count, bytes, start].entries())
    large.writeBigUInt64LE(BigInt(each), 24 + index * 8)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}

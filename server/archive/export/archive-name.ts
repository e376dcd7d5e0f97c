import { utcDay } from '../../platform/timestamps.ts'
/**
 * What a browser calls the file it downloads: `snug-{name}-{day}.zip`. In two spellings, since a
 * header is ASCII and names are in any script; of both a browser takes the second where it knows
 * it.
 */
export function archiveDisposition(username: string, madeAt: number): string {
  const day = utcDay(madeAt)
  // No name may lead to another folder, nor end the header's text.
  const name = username.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
  const inAscii = name.replace(/[^\w-]+/g, '') || 'archive'
  return `attachment; filename="snug-${inAscii}-${day}.zip"; filename*=UTF-8''${encodeURIComponent(`snug-${name}-${day}.zip`)}`
}

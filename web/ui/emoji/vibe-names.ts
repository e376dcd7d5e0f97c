const NAMED_AT_MOST = 10

/** 'You, Ben and 3 others': who gave a vibe that `count` members gave. */
export function namesOf(isMine: boolean, othersKnown: string[], count: number): string {
  const known = isMine ? ['You', ...othersKnown] : othersKnown
  const named = known.slice(0, NAMED_AT_MOST)
  const rest = count - named.length
  if (rest > 0) named.push(rest === 1 ? '1 other' : `${rest} others`)
  const last = named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}

export function namesWithoutNumber(isMine: boolean, othersKnown: string[], count: number): string {
  const [first, second] = isMine ? ['You', ...othersKnown] : othersKnown
  if (first === undefined) return 'Others'
  if (count > 2 || (count === 2 && second === undefined)) return `${first} and others`
  return second === undefined ? first : `${first} and ${second}`
}

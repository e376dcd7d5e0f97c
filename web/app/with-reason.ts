/**
 * As a part of the address. Beside its field, lists of spaces would wait for that and its
 * sentences.
 */
export function withReason(reason: string): string {
  return reason === '' ? '' : `?${new URLSearchParams({ reason })}`
}

/**
 * A whole number as it is read: 12,345. `Intl` needs longer for its first than a phone for a post.
 */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** How usernames and emails compare: without case. */
export function keyOf(text: string): string {
  return text.toLowerCase()
}

/**
 * Text to search in and text to search for are made alike here, in every list, not by the database.
 */
export function inLowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** What a space is found by. No name, description or tag spans two lines of it. */
export function searchTextOf(space: { name: string; description: string; tags: string[] }): string {
  return inLowerCase([space.name, space.description, ...space.tags].join('\n'))
}

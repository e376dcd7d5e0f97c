/**
 * 128 random bits, as a word. `crypto.randomUUID` is missing where a server of the own network has
 * no HTTPS.
 */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

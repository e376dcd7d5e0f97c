// Apart from the seed script, so that a command can say it without loading the server.

/** Everybody has the same one. */
export const DEMO_PASSWORD = 'Tea-and-Toast-4!'

export function emailOf(name: string): string {
  return `${name.toLowerCase()}@example.org`
}

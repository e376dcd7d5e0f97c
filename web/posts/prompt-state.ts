/** The navigation state in which the composer learns what the post is to be about. */
export function promptState(prompt: string) {
  return { prompt }
}

export function promptIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('prompt' in state)) return undefined
  return typeof state.prompt === 'string' ? state.prompt : undefined
}

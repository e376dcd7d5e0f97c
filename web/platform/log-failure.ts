/** For failures that need no notice on screen: they stand in the browser's console. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: an error would say that Snug itself is at fault
  console.warn(what, cause)
}

/** What went wrong and need not be told: whoever looks for it finds it in the browser's console. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: an error would say that Snug itself is at fault
  console.warn(what, cause)
}

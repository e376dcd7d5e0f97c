/**
 * What a log may say of a failure, like `ESOCKET` or `EENVELOPE 451`: its code or the kind of
 * error, never its message, which often repeats an address or a whole mail.
 */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  const word = [code, error.name].find(isOneWord) ?? 'unknown'
  return typeof responseCode === 'number' ? `${word} ${responseCode}` : word
}

function isOneWord(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value)
}

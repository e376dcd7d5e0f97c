const FIRST_DELAYS_MS = [5_000, 15_000, 45_000]
/** Mail must leave within 5 minutes of the mail server's return. */
const LATER_DELAY_MS = 120_000
/** Knocking every two minutes at an address that is refused for good makes a sender look bad. */
const REFUSED_DELAY_MS = 3_600_000
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000

/**
 * When a mail that failed at `now` is tried again; null when it has been tried for long enough.
 * `attempts` counts the failed one.
 */
export function nextAttemptAt(
  mail: { attempts: number; created_at: number },
  error: unknown,
  now: number,
): number | null {
  if (now - mail.created_at >= GIVE_UP_AFTER_MS) return null
  const laterDelay = isRefusedForGood(error) ? REFUSED_DELAY_MS : LATER_DELAY_MS
  return now + (FIRST_DELAYS_MS[mail.attempts - 1] ?? laterDelay)
}

// Not given up at once: a relay that is set up wrongly says the same of every mail.
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, permanent } = error as Error & { code?: unknown; permanent?: unknown }
  return permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

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

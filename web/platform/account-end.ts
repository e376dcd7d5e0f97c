let accountEnd: Promise<void> | undefined

/** While the account ends, a socket that closes does not say that the session was lost. */
export function endAccount(work: () => Promise<void>): Promise<void> {
  const done = work()
  const settled = done
    .catch(() => {})
    .finally(() => {
      if (accountEnd === settled) accountEnd = undefined
    })
  accountEnd = settled
  return done
}

/** Resolves once the account that is being ended is, or is not; undefined while none is. */
export function accountEndSettled(): Promise<void> | undefined {
  return accountEnd
}

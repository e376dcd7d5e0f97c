// The sign-in can be read, filled in and sent before its code has come. What was typed there is
// kept, and sent as soon as that is possible.

interface TypedAhead {
  email: string
  password: string
  rememberMe: boolean
  /** The name of the field the person is in. */
  focused: string | undefined
  isSent: boolean
}

const NOTHING: TypedAhead = {
  email: '',
  password: '',
  rememberMe: false,
  focused: undefined,
  isSent: false,
}

let typed: TypedAhead | undefined

/** To be called before something else is drawn where the page's own form is. */
export function keepTypedAhead(page: Element): void {
  const input = (name: string) => page.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const { activeElement } = document
  typed = {
    email: input('email')?.value ?? '',
    password: input('password')?.value ?? '',
    rememberMe: input('rememberMe')?.checked ?? false,
    focused: page.contains(activeElement)
      ? (activeElement?.getAttribute('name') ?? undefined)
      : undefined,
    isSent: document.documentElement.dataset.sent !== undefined,
  }
}

/** For the first sign-in that is drawn. */
export function takeTypedAhead(): TypedAhead {
  const taken = typed ?? NOTHING
  typed = undefined
  return taken
}

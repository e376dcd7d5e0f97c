// Runs before the first paint and before the client's code has come: so that a chosen theme never
// flashes the other one, that the page shows what its visitor will see, and that what the client
// will need is on its way meanwhile. It is no module, since it must not wait.
{
  const OPEN_TO_ALL =
    /^\/(register|join|forgot-password|reset-password|verify|not-me|change-email|undo-email|secure-account|about|rules|privacy-policy|terms|imprint)(\/|$)/
  /** That of `platform/preloaded-responses.ts`. */
  const FRESH_FOR_MS = 30_000
  const root = document.documentElement
  const { pathname, search } = location

  const stored = (storage, key) => {
    try {
      return window[storage].getItem(key)
    } catch {
      // Storage may be blocked: then nobody is signed in, and the system's theme stands.
      return null
    }
  }

  /** The client's `ui/theme.ts` does the same for a theme chosen later. */
  const applyTheme = (choice) => {
    if (choice !== 'light' && choice !== 'dark') return
    root.dataset.theme = choice
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.scheme === choice ? 'all' : 'not all'
    }
  }

  /** The build says in the script's own element which files are needed. */
  const preload = (part) => {
    const files = document.currentScript?.dataset[part]?.split(' ') ?? []
    for (const href of files) {
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'modulepreload',
          fetchPriority: 'low',
          href,
        }),
      )
    }
  }

  /** The form of the page itself is sent by `accounts/typed-ahead.ts`. */
  const noteWhenSent = () => {
    const note = ({ target, key }) => {
      // The page itself is no element: the picker of emoji passes its keys on there.
      const form = target.closest?.('[data-first] form')
      const isPress = key === undefined && target.closest('[data-submit]')
      if (form && (isPress || (key === 'Enter' && target.matches('input')))) root.dataset.sent = ''
    }
    document.addEventListener('click', note)
    document.addEventListener('keydown', note)
  }

  const beginSignIn = () => {
    // After an account was deleted there is a word of good-bye: see `app/account-deleted.ts`.
    if (OPEN_TO_ALL.test(pathname) || stored('sessionStorage', 'snug.account-deleted')) return
    root.dataset.first = 'sign-in'
    preload('signIn')
    noteWhenSent()
  }

  /** The code of the screen at this address, and what the screen will ask the server for. */
  const screenAt = ([, place, id]) => {
    if (place === '')
      return ['home', search === '?feed=public' ? '/posts/public' : '/posts/friends']
    if (place === 'posts' && id) return ['post', `/posts/${id}`, `/posts/${id}/comments`]
    // The other tabs do not ask for it, and an answer that nobody reads holds its connection.
    if (place === 'friends')
      return /[?&]tab=/.test(search) ? ['friends'] : ['friends', '/users/friends']
    if (place === 'spaces' && id) {
      const room = `/spaces/${id}`
      return ['space', room, `${room}/messages`, `${room}/folds`]
    }
    return place === 'spaces' ? ['spaces'] : []
  }

  const beginVisit = (token) => {
    root.dataset.first = 'member'
    preload('frame')
    const [screen, ...paths] = screenAt(pathname.split('/'))
    if (screen) preload(screen)
    // Under the addresses that the client will use; `platform/preloaded-responses.ts` hands them on.
    const headers = { accept: 'application/json', 'x-auth-token': token }
    // Else one that breaks off on its way is waited for for ever, whoever it is handed to.
    const signal = AbortSignal.timeout?.(FRESH_FOR_MS)
    const ask = (path) => [path, fetch(`/api${path}`, { headers, signal }).catch(() => undefined)]
    const answers = new Map(['/users/user', ...paths].map(ask))
    window.preloadedResponses = { token, askedAt: performance.now(), answers }
    learnToWriteTimes()
  }

  /** The first time that is written takes a phone 60 ms: better now, while it waits for the code. */
  const learnToWriteTimes = () => {
    window.requestIdleCallback?.(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }))
  }

  applyTheme(stored('localStorage', 'snug.theme'))
  // The key is that of `platform/token-store.ts`.
  const token = stored('sessionStorage', 'token') ?? stored('localStorage', 'token')
  if (token === null) beginSignIn()
  else beginVisit(token)
}

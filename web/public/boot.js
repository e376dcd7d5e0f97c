// Runs before the first paint and before the client's code has come: so that a chosen theme never
// flashes the other one, that the page shows what its visitor will see, and that what the client
// will need is on its way meanwhile. It is no module, since it must not wait.
;(() => {
  const root = document.documentElement
  const stored = (storage, key) => {
    try {
      return window[storage].getItem(key)
    } catch {
      // Storage may be blocked: then nobody is signed in, and the system's theme stands.
      return null
    }
  }

  // The client's `ui/theme.ts` does the same for a theme chosen later.
  const choice = stored('localStorage', 'snug.theme')
  if (choice === 'light' || choice === 'dark') {
    root.dataset.theme = choice
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.scheme === choice ? 'all' : 'not all'
    }
  }

  // The key is that of `platform/token-store.ts`.
  const token = stored('sessionStorage', 'token') ?? stored('localStorage', 'token')
  const { pathname, search } = location
  if (token === null) {
    if (
      /^\/(register|forgot-password|reset-password|verify|not-me|about|rules|privacy-policy|terms|imprint)(\/|$)/.test(
        pathname,
      )
    )
      return
    // After an account was deleted there is a word of good-bye: see `app/farewell.ts`.
    if (stored('sessionStorage', 'snug.farewell')) return
    root.dataset.first = 'sign-in'
    preload('signIn')
    noteWhenSent()
    return
  }
  root.dataset.first = 'member'
  preload('frame')

  // Asked for under the addresses that the client will use; `platform/early-answers.ts` hands them on.
  const paths = ['/users/user']
  const [, place, id] = pathname.split('/')
  if (place === '') {
    preload('home')
    paths.push(search === '?feed=public' ? '/posts/public' : '/posts/friends')
  }
  if (place === 'posts' && id) {
    preload('post')
    paths.push(`/posts/${id}`)
  }
  if (place === 'friends') {
    preload('friends')
    paths.push('/users/friends')
  }
  if (place === 'spaces') {
    preload(id ? 'space' : 'spaces')
    if (id) paths.push(`/spaces/${id}`, `/spaces/${id}/messages`)
  }
  const headers = { accept: 'application/json', 'x-auth-token': token }
  const ask = (path) => [path, fetch(`/api${path}`, { headers }).catch(() => undefined)]
  window.earlyAnswers = { token, askedAt: performance.now(), answers: new Map(paths.map(ask)) }

  /** The form of the page itself is sent by `accounts/typed-ahead.ts`. */
  function noteWhenSent() {
    const note = ({ target, key }) => {
      const form = target.closest('[data-first] form')
      const isPress = key === undefined && target.closest('[data-submit]')
      if (form && (isPress || (key === 'Enter' && target.matches('input')))) root.dataset.sent = ''
    }
    document.addEventListener('click', note)
    document.addEventListener('keydown', note)
  }

  /** The build says in the script's own element which files are needed. */
  function preload(part) {
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
})()

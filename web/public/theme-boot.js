// Runs before the first paint, so that a chosen theme never flashes the other one.
// The client's `ui/theme.ts` does the same for a theme chosen later.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('snug.theme')
  } catch {
    // Storage may be blocked: the system's theme stands.
  }
  if (choice !== 'light' && choice !== 'dark') return
  document.documentElement.dataset.theme = choice
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.media = meta.dataset.scheme === choice ? 'all' : 'not all'
  }
})()

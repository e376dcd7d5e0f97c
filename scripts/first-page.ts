import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport } from 'vite'

/** What the page needs beyond its first scripts, by what `boot.js` finds out about the visitor. */
const FIRST_PARTS = {
  'sign-in': ['accounts/login-screen.tsx'],
  frame: ['app/members-layout.tsx'],
  home: ['posts/home-screen.tsx'],
  post: ['posts/post-screen.tsx'],
  friends: ['app/friends-page.tsx'],
  spaces: ['spaces/spaces-screen.tsx', 'spaces/space-lists.tsx'],
  space: ['spaces/spaces-screen.tsx', 'spaces/space-screen.tsx'],
}

/** Draws into the page what stands there before any code has come, and names the files to fetch. */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {}, chunk: entry }) {
        const drawn = await renderFirstPage()
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
        const filesOf = (modules: readonly string[]) => {
          const roots = chunks.filter(({ moduleIds }) =>
            modules.some((name) => moduleIds.some((id) => id.endsWith(name))),
          )
          const files = new Set(roots.map(({ fileName }) => fileName))
          for (const file of files) for (const each of importsOf.get(file) ?? []) files.add(each)
          for (const file of [entry?.fileName ?? '', ...(entry?.imports ?? [])]) files.delete(file)
          return [...files].map((file) => `/${file}`).join(' ')
        }
        const parts = Object.entries(FIRST_PARTS).map(
          ([part, modules]) => `data-${part}="${filesOf(modules)}"`,
        )
        return (
          html
            // Before the first paint nothing may compete with the styles.
            .replaceAll(
              /<(script type="module"|link rel="modulepreload")/g,
              '<$1 fetchpriority="low"',
            )
            .replace('src="/boot.js"', (src) => [src, ...parts].join(' '))
            .replace('<!-- first page -->', () => drawn)
        )
      },
    },
  }
}

async function renderFirstPage(): Promise<string> {
  // The client's modules listen to the window from their first moment on, and to other tabs.
  const { BroadcastChannel } = globalThis
  Object.assign(globalThis, { window: new EventTarget(), BroadcastChannel: undefined })
  try {
    const { module } = await runnerImport<{ renderFirstPage: () => string }>(
      fileURLToPath(new URL('../web/app/first-page.tsx', import.meta.url)),
      { configFile: false, plugins: [react()] },
    )
    return module.renderFirstPage()
  } finally {
    Object.assign(globalThis, { window: undefined, BroadcastChannel })
  }
}

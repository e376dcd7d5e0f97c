import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const WEB = join(ROOT, 'web')
const LIBRARY = join(ROOT, 'node_modules/lucide-react/dist/esm')
const ICON = /lucide-react.dist.esm.icons.[\w-]+\.mjs$/

interface IconModule {
  __iconData: { node: [tag: string, attributes: Record<string, string>][] }
}

/**
 * Lets each part of the client bring its own icons: in the file that lists them all, they look as
 * if every page needed them. Of each come its lines alone, which `web/ui/drawn-icon.ts` draws: the
 * library has keys, other names and ways to size an icon, which nothing here asks for.
 */
export function iconsByThemselves(): Plugin {
  const list = readFileSync(join(LIBRARY, 'lucide-react.mjs'), 'utf8')
  const fileOf = new Map<string, string>()
  for (const [, names = '', file = ''] of list.matchAll(/^export {(.*)} from '(.+)';$/gm)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) fileOf.set(name, file)
  }
  return {
    name: 'icons-by-themselves',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!ICON.test(id)) return null
      const { __iconData }: IconModule = await import(pathToFileURL(id).href)
      const lines = __iconData.node.map(([tag, { key, ...attributes }]) => [tag, attributes])
      return [
        `import { drawnIcon } from ${JSON.stringify(join(WEB, 'ui/drawn-icon.ts'))}`,
        `export default /* @__PURE__ */ drawnIcon(${JSON.stringify(lines)})`,
      ].join('\n')
    },
    transform(code, id) {
      if (!id.startsWith(WEB)) return null
      const named = /import {([^}]*)} from 'lucide-react'/g
      return code.replaceAll(named, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => fileOf.has(name))
          .map((name) => `import ${name} from '${join(LIBRARY, fileOf.get(name) ?? '')}'`)
          .join(';'),
      )
    },
  }
}

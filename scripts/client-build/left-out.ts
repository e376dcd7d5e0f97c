// What libraries and the contract bring along and the client never runs is left out of its build.
// Each library is pinned; one that no longer looks as it did stops the build, instead of growing
// unseen.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const CONTRACT = join(ROOT, 'contract/')
const METHOD = /^ {4}(?:async )?(\w+)(?:\(.*\) \{|: (?:async )?function.*)\n(?:.*\n)*? {4}\},\n/gm
const ROUTER =
  /react-router.dist.production.lib.(?:dom.lib|dom.ssr.components|components|context|hooks)\.js$/
const CALL = /\.(\w+)\(/g
/** What schemas have to be read by other libraries, none of which is in the client. */
const ACCESSOR = /^ {4}[gs]et (?:"~standard"|spa|description|_def)\(\w*\) \{\n(?:.*\n)*? {4}\},\n/gm
/**
 * Promises, texts, lists and the like have these. No schema is asked for them, or the build stops.
 */
const OF_OTHERS = ['catch', 'encode', 'register', 'with', 'includes', 'startsWith', 'endsWith']
const CHAIN = String.raw`\bz\s*\.\w+\([^()]*\)(?:\s*\.\w+\([^()]*\))*`
const OF_A_SCHEMA = [
  new RegExp(String.raw`${CHAIN}\s*\.(?:${OF_OTHERS.join('|')})\(`),
  // A promise is never given such.
  /\.catch\((?=["'`[{\d]|null|undefined|true|false)/,
]

/**
 * Zod can write a description of each schema, which only the server asks for; has a sentence of its
 * own for whatever may be wrong, where the contract says ours; writes code for each object, which
 * the page's policy forbids; and looks for values that hold themselves, which never came out of
 * JSON. A schema has each method that there is, with all that it needs: those that nobody calls go.
 */
export function zodWithoutExtras(): Plugin {
  let called: Set<string> | undefined
  return {
    name: 'zod-without-extras',
    apply: 'build',
    load(id) {
      if (/zod.v4.locales.en\.js$/.test(id)) return 'export default () => ({})'
      if (!/zod.v4.core.(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
      const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
      const parts = Array.from(names, ([, name]) => `export const ${name} = () => ({});`)
      if (id.endsWith('to-json-schema.js')) parts.push('export { processSchema as process };')
      return parts.join('\n')
    },
    transform(code, id) {
      if (/zod.v4.classic.errors\.js$/.test(id))
        return without(code, id, [[/^ {4}_lazyMethod\(proto, "(?:format|flatten)", .*\n/gm, '']])
      if (/zod.v4.core.schemas\.js$/.test(id)) return without(code, id, [[ACCESSOR, '']])
      if (!/zod.v4.classic.schemas\.js$/.test(id)) return null
      called ??= calledByUs()
      const needed = called.union(namesIn(code, /\b(?:this|inst)\??\.(\w+)\(/g))
      return without(code, id, [
        [/^ {4}_ensureDefaultMemoizer\(\);\n/gm, ''],
        [/^ {4}inst\._zod\.processJSONSchema = .*;\n/gm, ''],
        [/core\.\$ZodObjectJIT/g, 'core.$ZodObject'],
        [ACCESSOR, ''],
        [METHOD, (method, name) => (needed.has(name) ? method : '')],
      ])
    },
  }
}

/**
 * React Router's links can fetch ahead what a server says a page needs, and its forms send data to
 * such a server. A name that is only for its developers' tools holds even what is never imported.
 */
export function routerWithoutServer(): Plugin {
  return {
    name: 'router-without-server',
    apply: 'build',
    transform(code, id) {
      if (!ROUTER.test(id)) return null
      const unnamed = code.replace(/^\w+\.displayName = ".*";\n/gm, '')
      const pure = unnamed.replace(
        /(?<== )(?=React\$1\.(memo|forwardRef|createContext)\()/g,
        '/* @__PURE__ */ ',
      )
      const extras = Object.entries(ROUTER_EXTRAS).find(([file]) => id.endsWith(file))?.[1]
      return without(pure, id, extras ?? [])
    },
  }
}

/**
 * Of many schemas only the server asks. To a bundler each is a call that may do anything, so it
 * would keep them, and every page make them as it starts: a constant of the contract does nothing
 * by itself.
 */
export function contractWithoutUnused(): Plugin {
  return {
    name: 'contract-without-unused',
    apply: 'build',
    // The types are gone by then.
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(CONTRACT)) return null
      const constants = this.parse(code).body.flatMap((statement) => {
        const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        return node?.type === 'VariableDeclaration' ? node.declarations : []
      })
      return constants.reduceRight((marked, { init }) => {
        if (init?.type !== 'CallExpression' && init?.type !== 'MemberExpression') return marked
        const { start, end } = init
        const made = `/* @__PURE__ */ (() => ${code.slice(start, end)})()`
        return marked.slice(0, start) + made + marked.slice(end)
      }, code)
    },
  }
}

type Change = [what: RegExp, by: string | ((found: string, name: string) => string)]

function without(code: string, id: string, changes: Change[]): string {
  return changes.reduce((before, [what, by]) => {
    const after = before.replace(what, (found: string, name: string) =>
      typeof by === 'string' ? by : by(found, name),
    )
    if (after === before) throw new Error(`${id} has nothing like ${what} any more`)
    return after
  }, code)
}

/** In the hooks what only the router with data has: its errors, and where it waits for data. */
const ROUTER_EXTRAS: Record<string, Change[]> = {
  'dom/lib.js': [
    [/^.*= usePrefetchBehavior\(.*\n/m, ''],
    [/^\s*\.\.\.prefetchHandlers,\n/m, ''],
    [/mergeRefs\(forwardedRef, prefetchRef\)/, 'forwardedRef'],
    [/return shouldPrefetch .*;/, 'return link;'],
    [/routerNavigation != null && useViewTransitionState\(path\)/, 'false'],
  ],
  'lib/hooks.js': [
    [/^var RenderErrorBoundary = class (?:.*\n)*?};\n/m, ''],
    [/return dataRouterState && \(match(?:.*\n)*?\t\t}\) : (?=getChildren\(\);)/, 'return '],
    [/match\.route\.errorElement \|\| defaultErrorElement/, 'null'],
    [/React\$1\.useContext\(IsDataRouteContext\) \? useNavigateStable\(\) : /, ''],
  ],
}

/**
 * By the contract and by those who read it. A name that something else has as well only keeps more.
 */
function calledByUs(): Set<string> {
  const names = globSync('{contract,web}/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8')
    if (OF_A_SCHEMA.some((pattern) => pattern.test(code)))
      throw new Error(`${file} asks a schema for what is left out of the client`)
    return [...namesIn(code, CALL)]
  })
  return new Set(names).difference(new Set(OF_OTHERS))
}

function namesIn(code: string, pattern: RegExp): Set<string> {
  return new Set(Array.from(code.matchAll(pattern), ([, name = '']) => name))
}

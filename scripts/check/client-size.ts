// `client`: it builds, and what a browser must fetch before each screen stays within its budget.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runWith } from './command.ts'
import { fail, type Outcome, pass } from './outcome.ts'

const BUILT = 'dist/web'
const MANIFEST = '.vite/manifest.json'
const PAGE = 'index.html'
const HOME = 'posts/home-screen.tsx'
/** What members need on every page, the frame around it included. */
const MEMBERS = 'members'

// Scripts, gzipped. Growing over it is a decision: each kilobyte costs a phone on a slow network
// about ten milliseconds before the first word.
const MAX_BYTES = { signedOut: 134_000, home: 179_500, anyScreen: 215_000 }
const MAX_FILES = 12

/**
 * With what the sign-in fetches by itself as soon as it stands, and what stands in the list of
 * spaces.
 */
const SCREEN_SOURCE = /-(?:screen|page|sign-in|lists)\.tsx$/

interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  isDynamicEntry?: boolean
}
export type Manifest = Record<string, ManifestEntry>

export async function clientBuild(): Promise<Outcome> {
  const { isSuccess, output } = await runWith({}, 'node', 'scripts/setup.js', 'client')
  if (!isSuccess) return fail(output)
  const manifest: Manifest = JSON.parse(readFileSync(join(BUILT, MANIFEST), 'utf8'))
  const problems = screensOverBudget(manifest, (file) => statSync(join(BUILT, `${file}.gz`)).size)
  return problems.length === 0 ? pass() : fail(problems.join('\n'))
}

/** A sentence for each screen that asks too much of a browser. */
export function screensOverBudget(manifest: Manifest, sizeOf: (file: string) => number): string[] {
  const screens = Object.entries(manifest).filter(
    ([name, { isDynamicEntry }]) => isDynamicEntry && SCREEN_SOURCE.test(name),
  )
  if (screens.length === 0) return ['The manifest of the client names no screen.']
  return screens.flatMap(([name]) => {
    const files = filesBefore(name, manifest)
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
    const max = maxBytes(name)
    return [
      ...(bytes > max ? [`${name}: ${bytes} bytes of scripts, at most ${max} are allowed.`] : []),
      ...(files.length > MAX_FILES
        ? [`${name}: ${files.length} scripts, at most ${MAX_FILES} are allowed.`]
        : []),
    ]
  })
}

/** The scripts of the page, and those its frame and the screen are made of. */
function filesBefore(screen: string, manifest: Manifest): string[] {
  const frame = Object.keys(manifest).filter((key) => manifest[key]?.name === MEMBERS)
  const needed = new Set([PAGE, ...(isSignedOut(screen) ? [] : frame), screen])
  for (const name of needed) {
    for (const imported of manifest[name]?.imports ?? []) needed.add(imported)
  }
  return [...needed].flatMap((name) => manifest[name]?.file ?? [])
}

function maxBytes(screen: string): number {
  if (isSignedOut(screen)) return MAX_BYTES.signedOut
  return screen === HOME ? MAX_BYTES.home : MAX_BYTES.anyScreen
}

function isSignedOut(screen: string): boolean {
  return screen.startsWith('accounts/')
}

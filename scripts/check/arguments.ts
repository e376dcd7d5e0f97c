// Reads `npm test -- unit server/posts walls`: checks by name, and behind one that runs test files
// the paths that narrow it.

/** What a check can be asked for. */
export interface Choosable {
  name: string
  /** The check that must have passed before. */
  needs?: string
  /** Whether paths behind its name narrow it. */
  takesPaths: boolean
}

export interface Chosen<Check> {
  check: Check
  /** As asked for; none means all that it has. */
  paths: string[]
}

/**
 * Those asked for and what they need, in the order of `checks`; a sentence where that makes no
 * sense.
 */
export function chooseChecks<Check extends Choosable>(
  checks: readonly Check[],
  words: readonly string[],
): Chosen<Check>[] | { problem: string } {
  if (words.length === 0) return checks.map((check) => ({ check, paths: [] }))
  const asked = new Map<string, string[]>()
  let last: Check | undefined
  for (const word of words) {
    const named = checks.find(({ name }) => name === word)
    if (named) asked.set(named.name, asked.get(named.name) ?? [])
    else if (last?.takesPaths) asked.get(last.name)?.push(asTracked(word))
    else return { problem: problemWith(word, last, checks) }
    last = named ?? last
  }
  for (const { name, needs } of checks)
    if (needs && asked.has(name) && !asked.has(needs)) asked.set(needs, [])
  return checks.flatMap((check) => {
    const paths = asked.get(check.name)
    return paths ? [{ check, paths }] : []
  })
}

/** The paths that are in none of these files' names. */
export function pathsWithoutTest(paths: readonly string[], files: readonly string[]): string[] {
  return paths.filter((path) => !files.some((file) => file.includes(path)))
}

/** As a shell completes it: `./server/posts/`. */
function asTracked(path: string): string {
  return path.replace(/^[.][/]/, '')
}

function problemWith(word: string, last: Choosable | undefined, checks: readonly Choosable[]) {
  const known = checks.map(({ name }) => name).join(', ')
  const there = `There is no check "${word}". There are: ${known}.`
  return last ? `${there} And "${last.name}" takes no path.` : there
}

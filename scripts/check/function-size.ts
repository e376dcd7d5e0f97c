// Functions that are longer than a page. Biome has such a rule, but does not count the lines of
// JSX, of templates and of parameters.
import { readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { fail, type Outcome, pass, skip } from './outcome.ts'
import { listFiles } from './tracked-files.ts'

/** Lines that are not blank. */
const MAX_LINES = 60
const CODE = /[.](?:tsx?|m?js)$/
/** Each subject of a test file is a function that holds its tests. */
const TESTS = /[.](?:test|spec)[.]tsx?$/

export function functionSizes(): Outcome {
  const paths = listFiles()
  if (!paths) return skip('this folder is not a git checkout')
  const findings = paths
    .filter((path) => CODE.test(path) && !TESTS.test(path))
    .flatMap((path) => longFunctionsIn(path, readFileSync(path, 'utf8')))
  return findings.length > 0 ? fail(findings.join('\n')) : pass()
}

/** One line for each finding: `path:line: what is wrong`. */
export function longFunctionsIn(path: string, text: string): string[] {
  const findings: string[] = []
  function measure({ start, end }: ESTree.Function | ESTree.ArrowFunctionExpression) {
    const lines = text
      .slice(start, end)
      .split('\n')
      .filter((line) => line.trim() !== '').length
    if (lines <= MAX_LINES) return
    const line = text.slice(0, start).split('\n').length
    findings.push(`${path}:${line}: a function of ${lines} lines; ${MAX_LINES} at most`)
  }
  const visitor = new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  })
  visitor.visit(parseSync(path, text).program)
  return findings
}

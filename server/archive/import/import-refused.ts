import type { ImportProblem } from '../tables.ts'

export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError'
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

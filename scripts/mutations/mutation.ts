/** One change that would break a promise, and the tests that must notice it. */
export interface Mutation {
  /** What would be broken, as a short sentence. */
  name: string
  file: string
  /** Stands exactly once in the file. */
  text: string
  replacement: string
  /** The test files one of which has to fail. */
  tests: string[]
  /** Why no test notices it, where that is meant. */
  survives?: string
}

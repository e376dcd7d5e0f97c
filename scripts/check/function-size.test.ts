import { describe, expect, it } from 'vitest'
import { longFunctionsIn } from './function-size.ts'

const lines = (count: number, line: string) => Array<string>(count).fill(line).join('\n\n')

describe('longFunctionsIn', () => {
  it.each([
    ['statements', (count: number) => `function f() {\n${lines(count - 2, 'a()')}\n}`],
    ['JSX', (count: number) => `const F = () => (<p>\n${lines(count - 2, '<b />')}\n</p>)`],
    ['a template', (count: number) => `const f = () => [\`\n${lines(count - 2, 'a')}\n\`]`],
    ['parameters', (count: number) => `class A { f([\n${lines(count - 2, ',')}\n]) {} }`],
    ['comments', (count: number) => `const f = () => {\n${lines(count - 2, '// why')}\n}`],
  ])('finds one that is too long by %s', (_, ofLines) => {
    expect(longFunctionsIn('web/a.tsx', `\n${ofLines(61)}`)).toEqual([
      'web/a.tsx:2: a function of 61 lines; 60 at most',
    ])
    expect(longFunctionsIn('web/a.tsx', ofLines(60))).toEqual([])
  })
})

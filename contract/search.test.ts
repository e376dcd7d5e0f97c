import { expect, it } from 'vitest'
import { areFound, searchKeys, searchWords } from './search.ts'

const finds = (typed: string, ...texts: string[]) =>
  areFound(searchWords(typed), texts.flatMap(searchKeys))

it.each([
  ['tea', 'Tealeaf'],
  ['TEA', 'some green tea'],
  ['byron', 'Ada_Byron'],
  ['ada_by', 'Ada_Byron'],
  ['_ada', '_ada'],
  ['ada', '__ada'],
  ['senora', 'Señora'],
  ['señ', 'SENORA'],
  ['sen\u0303', 'Señora'],
  ['élan', 'Elan'],
  ['fine', 'ﬁne'],
  ['ЁЛКА', 'елка'],
  ['お茶が好き', '毎朝お茶を飲むのが好きです'],
  ['한', '한국'],
  ['🫖', 'Always 🫖❤️'],
  ['green tea', 'tea, or something green'],
  ['', 'Anything'],
])('%j finds %j', (typed, text) => {
  expect(finds(typed, text)).toBe(true)
})

it.each([
  ['tea', 'Instead'],
  ['eal', 'Tealeaf'],
  ['t_o', 'Quiet_One'],
  ['tea coffee', 'tea'],
  ['か', 'がっこう'],
  ['国', '한국'],
])('%j does not find %j', (typed, text) => {
  expect(finds(typed, text)).toBe(false)
})

it('finds each word in either text', () => {
  expect(finds('ada tea', 'Ada_Byron', 'Drinks tea')).toBe(true)
})

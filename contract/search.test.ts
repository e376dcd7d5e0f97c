import { expect, it, vi } from 'vitest'
import { areFound, firstSearchKeys, searchKeys, searchWords } from './search.ts'

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

it('cuts little of what is made to be dear, and the first of all else', () => {
  const cut = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  const letters = Array.from('абвгдежзиклмнопрстуф')
  const pairs = letters.flatMap((one) => letters.map((other) => one + other))
  const texts = ['\ufdfa'.repeat(2_000), '\u3316'.repeat(2_000), pairs.join(' ')]
  for (const text of texts) {
    cut.mockClear()
    firstSearchKeys(text, { keys: 50, characters: 4_000 })
    const characters = cut.mock.calls.reduce((sum, [{ length }]) => sum + length, 0)
    expect([cut.mock.calls.length <= 50, characters <= 4_000]).toEqual([true, true])
  }
  cut.mockRestore()
  const said = 'Tea_time и 毎朝お茶を飲む'
  expect(firstSearchKeys(said, { keys: 4, characters: 100 })).toEqual(searchKeys(said).slice(0, 4))
})

import { expect, it, vi } from 'vitest'
import {
  areFound,
  firstSearchKeys,
  isKeyBegun,
  normalizeForSearch,
  searchKeys,
  searchWords,
} from './search.ts'

const begins = (typed: string, text: string) =>
  searchWords(typed).every((word) => isKeyBegun(word, normalizeForSearch(text)))
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
  ['strasse', 'Große Straße'],
  ['STRAẞE', 'strasse'],
  ['οδος', 'ΟΔΌΣ'],
  ['ΟΔΌΣ', 'οδοσήμανση'],
  ['soren', 'Søren'],
  ['LODZ', 'Łódź'],
  ['dorde', 'Đorđe'],
  ['ısparta', 'Isparta'],
  ['ægir', 'Aegir'],
  ['COEUR', 'Un cœur'],
  ['thor', 'Þór'],
  ['お茶が好き', '毎朝お茶を飲むのが好きです'],
  ['한', '한국'],
  ['🫖', 'Always 🫖❤️'],
  ['green tea', 'tea, or something green'],
  ['', 'Anything'],
])('%j finds %j', (typed, text) => {
  expect(finds(typed, text)).toBe(true)
  expect(begins(typed, text)).toBe(true)
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
  expect(begins(typed, text)).toBe(false)
})

it('finds a word in a text as by the keys of it, wherever it stands', () => {
  const said = 'Tea_time __late 毎朝お茶を飲むのが好きです_ok 今天晚上花园开放。去年 Ada_Byron 7_up'
  const text = normalizeForSearch(`${said} ${'x'.repeat(39)}_${'y'.repeat(9)}`)
  const keys = searchKeys(text)
  for (let start = 0; start < text.length; start++)
    for (let end = start + 1; end <= Math.min(text.length, start + 40); end++) {
      const word = text.slice(start, end)
      if (!/^[\p{L}\p{N}_]+$/u.test(word)) continue
      expect([word, isKeyBegun(word, text)]).toEqual([word, areFound([word], keys)])
    }
})

it('finds each word in either text', () => {
  expect(finds('ada tea', 'Ada_Byron', 'Drinks tea')).toBe(true)
})

it('cuts little of what is made to be dear, and the first of all else', () => {
  const cut = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  const letters = Array.from('가나다라마바사아자차카타파하거너더러머버')
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

it('takes as a whole what the segmenter would not cut, in the scripts that it is not asked about', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
  const alphabets = ['Latn', 'Cyrl', 'Grek', 'Arab', 'Hebr', 'Deva']
  const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code + 0x20))
  const letters = alphabets.map((script) => {
    const isOfScript = new RegExp(`^\\p{sc=${script}}$`, 'u')
    return characters.filter((one) => isOfScript.test(one) && /[\p{L}\p{M}]/u.test(one))
  })
  let chance = 7
  const next = (below: number) => {
    chance = (chance * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((chance / 2 ** 31) * below)
  }
  const oneOf = (list: readonly string[]) => list[next(list.length)] ?? ''
  const text = (alphabet: readonly string[]) =>
    Array.from({ length: 1 + next(8) }, () =>
      oneOf(next(5) ? alphabet : ['_', '7', '٣', 'a', ...(letters[next(6)] ?? [])]),
    ).join('')
  for (const [place, alphabet] of letters.entries())
    for (let count = 0; count < 300; count++) {
      const said = normalizeForSearch(text(alphabet))
      const words = (said.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).flatMap((together) =>
        Array.from(segmenter.segment(together), ({ segment }) => segment),
      )
      expect(searchWords(said), `${alphabets[place]}: ${said}`).toEqual([...new Set(words)])
    }
})

import { expect, it } from 'vitest'
import { UNMEASURABLE } from '../../../tests/access/any-input.ts'
import { readChoices } from './import-choices.ts'

const zipWith = (settings: unknown) => ({ object: async () => settings })
const SETTINGS = { schema: 1, isPrivate: false, asksForCode: false, blocked: [], muted: [] }
const UNCHOSEN: Parameters<typeof readChoices>[1] = { message_policy: 'knock', quiet_numbers: null }

it('a choice is taken where none was made here, and opens no way to the member', async () => {
  const read = (chosen: object, here = UNCHOSEN) =>
    readChoices(zipWith({ ...SETTINGS, ...chosen }), here)
  expect(await read({ messagePolicy: 'nobody', quietNumbers: false })).toEqual({
    ...{ message_policy: 'nobody', quiet_numbers: 0 },
  })
  expect(await read({ messagePolicy: 'knock', quietNumbers: null })).toEqual({})
  const chosenHere = { message_policy: 'friends', quiet_numbers: 0 }
  expect(await read({ messagePolicy: 'nobody', quietNumbers: true }, chosenHere)).toEqual({})
})

it('a choice is taken whatever stands beside it, which may be a list without an end', async () => {
  const settings = { ...SETTINGS, blocked: [1], messagePolicy: 'nobody' }
  expect(await readChoices(zipWith(settings), UNCHOSEN)).toEqual({ message_policy: 'nobody' })
})

it.each([
  ['there is no file', undefined],
  ['it is of before the choices were in it', SETTINGS],
  ['it is of another form', { ...SETTINGS, messagePolicy: 'everybody', quietNumbers: true }],
  ['it is none', 7],
  ['it cannot be compared', { ...SETTINGS, blocked: UNMEASURABLE }],
  ['a text in it cannot', { ...SETTINGS, blocked: [UNMEASURABLE] }],
])('nothing is taken where %s', async (_, settings) => {
  expect(await readChoices(zipWith(settings), UNCHOSEN)).toEqual({})
})

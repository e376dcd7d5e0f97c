import { expect, it } from 'vitest'
import { DatabaseUnfitError } from '../failures.ts'
import { postgresProblem } from './postgres-requirements.ts'

const URL = 'postgres://ada%40home:secret@db.example.org:5432/snug'
const failing = (code: string) => Object.assign(new Error('said the server'), { code })

it.each([
  ['28P01', 'the password of "ada@home" is not right'],
  ['28000', '"ada@home" may not sign in (said the server)'],
  ['3D000', 'there is no database "snug"'],
  ['42501', '"ada@home" may not make tables: make it the owner of the database'],
])('says in one line what %s means, without the password', (code, sentence) => {
  const problem = postgresProblem(failing(code), URL)
  expect(problem).toBeInstanceOf(DatabaseUnfitError)
  expect(problem?.message).toBe(`DATABASE_URL cannot be used: ${sentence}.`)
  expect(problem?.message).not.toContain('secret')
})

it('says when a password is missing', () => {
  const said = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  expect(postgresProblem(said, URL)?.message).toBe(
    'DATABASE_URL cannot be used: it asks for a password.',
  )
})

it('has nothing to say of any other failure', () => {
  expect(postgresProblem(failing('42P01'), URL)).toBeUndefined()
  expect(postgresProblem(new Error('no'), URL)).toBeUndefined()
})

import { expect, it } from 'vitest'
import { createPasswords, PASSWORD_COST } from './password.ts'

it('costs whoever guesses what OWASP asks for', async () => {
  const passwords = createPasswords(PASSWORD_COST)
  const hash = await passwords.hash('Ada-Likes-Tea-4!')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.made('Ada-Likes-Tea-4!', hash)).toBe(true)
  expect(await passwords.made('Ada-Likes-Tea-5!', hash)).toBe(false)
})

it('says no for nobody', async () => {
  const passwords = createPasswords({ memoryKib: 8, passes: 1 })
  expect(await passwords.made('Ada-Likes-Tea-4!', null)).toBe(false)
})

it('checks a hash at the cost it was made with', async () => {
  const hash = await createPasswords({ memoryKib: 16, passes: 3 }).hash('Ada-Likes-Tea-4!')
  const later = createPasswords({ memoryKib: 8, passes: 1 })
  expect(await later.made('Ada-Likes-Tea-4!', hash)).toBe(true)
})

import { expect, it } from 'vitest'
import { createPasswords, PASSWORD_COST } from './password.ts'

it('costs whoever guesses what OWASP asks for', async () => {
  const passwords = createPasswords(PASSWORD_COST)
  const hash = await passwords.hash('Ada-Likes-Tea-4!', 'here')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify('Ada-Likes-Tea-4!', hash, 'here')).toBe(true)
  expect(await passwords.verify('Ada-Likes-Tea-5!', hash, 'here')).toBe(false)
})

it('says no for nobody', async () => {
  const passwords = createPasswords({ memoryKib: 8, passes: 1 })
  expect(await passwords.verify('Ada-Likes-Tea-4!', null, 'here')).toBe(false)
})

it('checks a hash at the cost it was made with', async () => {
  const hash = await createPasswords({ memoryKib: 16, passes: 3 }).hash('Ada-Likes-Tea-4!', 'here')
  const later = createPasswords({ memoryKib: 8, passes: 1 })
  expect(await later.verify('Ada-Likes-Tea-4!', hash, 'here')).toBe(true)
})

it('refuses those for whom the queue has no place, and says when to come back', async () => {
  const passwords = createPasswords({ memoryKib: 8, passes: 1 })
  const tried = await Promise.allSettled(
    Array.from({ length: 250 }, (_, sender) => passwords.verify('tea', null, `sender ${sender}`)),
  )
  const refused = tried.filter((each) => each.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(250 - 32)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 2 })
  expect(await passwords.verify('tea', null, 'later')).toBe(false)
})

import { expect, test } from 'vitest'
import { createPasswords } from './password-hashing.ts'

test('a crowd is served in order, and a request that would wait too long is refused with a retry time', async () => {
  const passwords = createPasswords({ parallel: 2, cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } })
  const stored = await passwords.hash('seven purple artichokes')
  const settled = await Promise.allSettled(
    Array.from({ length: 250 }, () => passwords.verify(stored, 'seven purple artichokes')),
  )
  const served = settled.filter((one) => one.status === 'fulfilled')
  const refused = settled.filter((one) => one.status === 'rejected')
  expect(served.every(({ value }) => value)).toBe(true)
  expect(served.length).toBe(202)
  expect(refused.every(({ reason }) => reason.code === 'overloaded' && reason.retryAfterSeconds > 0)).toBe(true)
  // The slots of finished calls are free again.
  expect(await passwords.verify(stored, 'seven purple radishes')).toBe(false)
})

test('without a hash no password is right, not even that of the decoy', async () => {
  const passwords = createPasswords({ parallel: 1 })
  expect(await passwords.verify(null, '')).toBe(false)
  expect(await passwords.verify(undefined, 'seven purple artichokes')).toBe(false)
})

test('two hashes of one password differ, and both accept it', async () => {
  const passwords = createPasswords({ parallel: 1 })
  const [one, other] = await Promise.all([
    passwords.hash('seven purple artichokes'),
    passwords.hash('seven purple artichokes'),
  ])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(other, 'seven purple artichokes')).toBe(true)
})

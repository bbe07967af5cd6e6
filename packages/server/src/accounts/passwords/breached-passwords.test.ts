import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { serverFolder } from '../../base/server-folder.ts'
import { HASH_BYTES, isBreached } from './breached-passwords.ts'
import { refuseWeakPassword } from './password-strength.ts'

test('the list has far more than 3,000 passwords that are long enough, and those of another list that are most common', async () => {
  const { size } = await stat(join(serverFolder(), 'passwords', 'breached-passwords.bin'))
  expect(size / HASH_BYTES).toBeGreaterThan(100_000)
  const others = dictionary['passwords-common'].map(String).filter(({ length }) => length >= 10)
  const known = await Promise.all(others.slice(0, 500).map(isBreached))
  expect(known.filter(Boolean).length).toBeGreaterThan(490)
})

test('a breached password is refused, in any case, although an estimate of its strength accepts it', async () => {
  for (const password of ['VQsaBLPzLa', 'gunsnroses', 'GunsNRoses', 'sleepyhollow'])
    await expect(refuseWeakPassword(password, [])).rejects.toMatchObject({
      code: 'password_weak',
      message: expect.stringContaining('stolen'),
    })
})

test('the first and the last of the list are found, and no other password is taken for one of it', async () => {
  for (const edge of ['cjkywt1402', 'fackaspike']) expect(await isBreached(edge)).toBe(true)
  // Always the same passwords: of 20,000 random ones, one shares its kept bytes with the list in about one run of 500.
  const others = Array.from({ length: 20_000 }, (_, index) => createHash('sha256').update(`${index}`).digest('base64'))
  const found = await Promise.all(others.map(isBreached))
  expect(found.filter(Boolean)).toEqual([])
})

import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { refuseWeakPassword } from './password-strength.ts'

const MIN_LENGTH = 10

test('common passwords that are long enough for the document are refused', async () => {
  const common = dictionary['passwords-common'].map(String).filter(({ length }) => length >= MIN_LENGTH)
  expect(common.length).toBeGreaterThan(1_500)
  // All of them take a minute.
  const some = common.filter((_, rank) => rank < 60 || rank % 25 === 0)
  const accepted: string[] = []
  for (const password of some) await refuseWeakPassword(password, []).then(() => accepted.push(password), isWeak)
  expect(accepted).toEqual([])
})

test('no character is required or forbidden: words in any script are enough', async () => {
  for (const password of [
    'seven purple artichokes',
    'пять лимонов на столе',
    '七つの紫のアーティチョーク',
    '🍜🥘🦐🧄🍋🫒🧀🥖🍷🌶️',
  ])
    await expect(refuseWeakPassword(password, [])).resolves.toBeUndefined()
})

const isWeak = (error: unknown) => expect(error).toMatchObject({ code: 'password_weak' })

import { expect, test } from 'vitest'
import { checkConfig } from './server-config.ts'

const read = (env: Record<string, string>) => {
  const { config, problems } = checkConfig(env)
  return { guests: config.guests, problems }
}
const SECRET = 'an old secret of the app'

test('without a secret there are no guests, and settings that need it are reported', () => {
  expect(read({})).toEqual({ guests: undefined, problems: [] })
  const { guests, problems } = read({ PLATELIGHT_GUEST_JWT_AUDIENCE: 'app', PLATELIGHT_GUEST_JWT_ISSUER: 'old' })
  expect(guests).toBeUndefined()
  expect(problems).toEqual([
    'PLATELIGHT_GUEST_JWT_AUDIENCE needs PLATELIGHT_GUEST_JWT_SECRET beside it',
    'PLATELIGHT_GUEST_JWT_ISSUER needs PLATELIGHT_GUEST_JWT_SECRET beside it',
  ])
})

test('the audience and the issuer are checked only if they are set', () => {
  expect(read({ PLATELIGHT_GUEST_JWT_SECRET: SECRET }).guests).toEqual({
    secret: SECRET,
    audience: undefined,
    issuer: undefined,
  })
  const env = {
    PLATELIGHT_GUEST_JWT_SECRET: SECRET,
    PLATELIGHT_GUEST_JWT_AUDIENCE: 'app',
    PLATELIGHT_GUEST_JWT_ISSUER: 'old',
  }
  expect(read(env)).toEqual({ guests: { secret: SECRET, audience: 'app', issuer: 'old' }, problems: [] })
})

test('a secret that can be guessed is refused and never shown', () => {
  const { guests, problems } = read({ PLATELIGHT_GUEST_JWT_SECRET: 'fifteen letters' })
  expect(guests).toBeUndefined()
  expect(problems).toEqual([expect.stringContaining('PLATELIGHT_GUEST_JWT_SECRET must have at least 16 characters')])
  expect(problems.join()).not.toContain('fifteen letters')
})

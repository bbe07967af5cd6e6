import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { fetchWebhook, sign } from '../src/index.ts'
import { delivery, eventBody } from './support/signed-deliveries.ts'

/** Signs with a program that shares no code with this package. Its last output line ends with the signature. */
const programs: Readonly<Record<string, (secret: string) => readonly [string, ...string[]]>> = {
  openssl: (secret) => ['openssl', 'dgst', '-sha256', '-hmac', secret],
  python: (secret) => [
    'python3',
    '-c',
    'import hashlib, hmac, sys; print(hmac.new(sys.argv[1].encode(), sys.stdin.buffer.read(), hashlib.sha256).hexdigest())',
    secret,
  ],
}

const run = ([program, ...args]: readonly [string, ...string[]], input = '') =>
  spawnSync(program, args, { input, encoding: 'utf8' })

describe.each(Object.entries(programs))('%s', (_, commandFor) => {
  const isMissing = run(commandFor('s')).error !== undefined
  const signedBy = (body: string, secret: string) => run(commandFor(secret), body).stdout.trim().slice(-64)

  // Around the block length of 64. A longer key is hashed before use.
  test.skipIf(isMissing).each([1, 63, 64, 65, 131, 1000])(
    'makes the same signature with a secret of %i bytes',
    async (length) => {
      const secret = 'Jefe,'.repeat(200).slice(0, length)
      const body = eventBody({ data: { photo: { id: 'crème brûlée 🍮' } } })
      expect(await sign(body, secret)).toBe(signedBy(body, secret))
    },
  )

  test.skipIf(isMissing)('signs a delivery that is accepted, and refused with another body', async () => {
    const secret = 'whsec_crème'
    const post = fetchWebhook({ secrets: secret, onError: () => {} }, {})
    const body = eventBody()
    const signature = signedBy(body, secret)
    expect((await post(delivery(`${body} `, signature))).status).toBe(401)
    expect((await post(delivery(body, signature))).status).toBe(200)
  })
})

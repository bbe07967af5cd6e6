import { describe, expect, test } from 'vitest'
import { needs, runProgram } from '../../imaging/test/support/machine/outside-programs.ts'
import { fetchWebhook, sign } from '../src/index.ts'
import { delivery, eventBody } from './support/signed-deliveries.ts'

/** Sign with a program that shares no code with this package. Its last output line ends with the signature. */
const PYTHON =
  'import hashlib, hmac, sys; print(hmac.new(sys.argv[1].encode(), sys.stdin.buffer.read(), hashlib.sha256).hexdigest())'
const programs = {
  openssl: (secret: string) => ['dgst', '-sha256', '-hmac', secret],
  python3: (secret: string) => ['-c', PYTHON, secret],
} as const

describe.each(['openssl', 'python3'] as const)('%s', (program) => {
  const signedBy = (input: string, secret: string) =>
    runProgram(program, programs[program](secret), { input }).toString().trim().slice(-64)

  // Around the block length of 64. A longer key is hashed before use.
  test.each([1, 63, 64, 65, 131, 1000])(
    'makes the same signature with a secret of %i bytes',
    needs(program),
    async (length) => {
      const secret = 'Jefe,'.repeat(200).slice(0, length)
      const body = eventBody({ data: { photo: { id: 'crème brûlée 🍮' } } })
      expect(await sign(body, secret)).toBe(signedBy(body, secret))
    },
  )

  test('signs a delivery that is accepted, and refused with another body', needs(program), async () => {
    const secret = 'whsec_crème'
    const post = fetchWebhook({ secrets: secret, onError: () => {} }, {})
    const body = eventBody()
    const signature = signedBy(body, secret)
    expect((await post(delivery(`${body} `, signature))).status).toBe(401)
    expect((await post(delivery(body, signature))).status).toBe(200)
  })
})

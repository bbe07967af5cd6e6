import { expect, test } from 'vitest'
import type { CliEnvironment } from '../base/cli-environment.ts'
import type { GlobalFlags } from '../config/cli-settings.ts'
import { createContext } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { agreeOnPrice, offerText } from './price-agreement.ts'

const connection = (balance: number, embedded = false) => {
  let balanceReads = 0
  const client = {
    account: { credits: async () => ({ credits: balance, reads: ++balanceReads }) },
  }
  return { connection: { client, embedded } as unknown as Connection, balanceReads: () => balanceReads }
}

const context = (flags: Partial<GlobalFlags> = {}) => {
  const written: string[] = []
  const stream = { isTTY: false, write: (text: string) => written.push(text) }
  const environment = { env: {}, cwd: '/', stdin: {}, stdout: stream, stderr: stream } as unknown as CliEnvironment
  return { context: createContext({ color: true, input: true, ...flags }, environment), written }
}

const offer = { photos: 23, price: 1, maxCredits: undefined }

test.each([
  [{ ...offer }, 40, '23 photos, 23 credits (≈ $1.15), balance 40 → 17.'],
  [{ ...offer }, 10, '23 photos, 23 credits (≈ $1.15), balance 10 → 0: enough for 10 of them.'],
  [{ ...offer, photos: 3, price: 2, whole: 4 }, 40, '3 photos, 4 credits (≈ $0.20), balance 40 → 36.'],
  [{ ...offer, price: 2 }, 2000, '23 photos, 46 credits (≈ $2.30), balance 2,000 → 1,954.'],
  [{ ...offer, maxCredits: 5 }, 40, '23 photos, at most 5 credits (≈ $0.25), balance 40 → 35: enough for 5 of them.'],
])('the offer %#', (priceOffer, balance, sentence) => {
  expect(offerText(priceOffer, balance)).toBe(sentence)
})

test('without a terminal a paid run is refused, with its price and the two flags that allow it', async () => {
  const { connection: remote } = connection(40)
  await expect(agreeOnPrice(offer, remote, context().context)).rejects.toMatchObject({
    exitCode: 2,
    message:
      '23 photos, 23 credits (≈ $1.15), balance 40 → 17. Nothing was sent. Add --yes to agree, or --max-credits N to set a limit.',
  })
})

test('--yes and --max-credits accept the price, which is still printed', async () => {
  for (const [flags, maxCredits] of [
    [{ yes: true }, undefined],
    [{}, 30],
  ] as const) {
    const { context: withFlags, written } = context(flags)
    await agreeOnPrice({ ...offer, maxCredits }, connection(40).connection, withFlags)
    expect(written.join('')).toContain('balance 40 → 17.')
  }
})

test('a balance below the price of one photo exits with 5 before anything is sent', async () => {
  await expect(agreeOnPrice(offer, connection(0).connection, context({ yes: true }).context)).rejects.toMatchObject({
    exitCode: 5,
    code: 'insufficient_credits',
  })
})

test('the balance is not read for the built-in server, a single photo, or a free run', async () => {
  const local = connection(0, true)
  await agreeOnPrice(offer, local.connection, context().context)
  const remote = connection(0)
  await agreeOnPrice({ ...offer, photos: 1 }, remote.connection, context().context)
  await agreeOnPrice({ ...offer, price: 0 }, remote.connection, context().context)
  expect([local.balanceReads(), remote.balanceReads()]).toEqual([0, 0])
})

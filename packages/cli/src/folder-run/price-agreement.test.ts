import { expect, test } from 'vitest'
import type { CliEnvironment } from '../base/cli-environment.ts'
import type { GlobalFlags } from '../config/cli-settings.ts'
import { createContext } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { agreeOnPrice, offerText } from './price-agreement.ts'

const connection = (balance: number, embedded = false) => {
  let asked = 0
  const client = {
    account: { credits: async () => ({ credits: balance, asked: ++asked }) },
  }
  return { connection: { client, embedded } as unknown as Connection, asked: () => asked }
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
])('the offer %#', (given, balance, sentence) => {
  expect(offerText(given, balance)).toBe(sentence)
})

test('without a terminal a run that costs is refused, with the price and the two ways out', async () => {
  const { connection: remote } = connection(40)
  await expect(agreeOnPrice(offer, remote, context().context)).rejects.toMatchObject({
    exitCode: 2,
    message:
      '23 photos, 23 credits (≈ $1.15), balance 40 → 17. Nothing was sent. Add --yes to agree, or --max-credits N to set a limit.',
  })
})

test('--yes and --max-credits agree, and the price is told', async () => {
  for (const [flags, maxCredits] of [
    [{ yes: true }, undefined],
    [{}, 30],
  ] as const) {
    const { context: given, written } = context(flags)
    await agreeOnPrice({ ...offer, maxCredits }, connection(40).connection, given)
    expect(written.join('')).toContain('balance 40 → 17.')
  }
})

test('a balance that pays for no photo ends with 5 before anything is sent', async () => {
  await expect(agreeOnPrice(offer, connection(0).connection, context({ yes: true }).context)).rejects.toMatchObject({
    exitCode: 5,
    code: 'insufficient_credits',
  })
})

test('nothing is asked on the built-in server, for one photo, or where nothing costs', async () => {
  const local = connection(0, true)
  await agreeOnPrice(offer, local.connection, context().context)
  const remote = connection(0)
  await agreeOnPrice({ ...offer, photos: 1 }, remote.connection, context().context)
  await agreeOnPrice({ ...offer, price: 0 }, remote.connection, context().context)
  expect([local.asked(), remote.asked()]).toEqual([0, 0])
})

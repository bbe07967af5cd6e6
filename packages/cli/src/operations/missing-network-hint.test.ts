import { expect, test } from 'vitest'
import { missingNetworkHints } from './missing-network-hint.ts'

const made = (engine: string) => ({ reply: { id: 'run_1', credits_used: 1, engine } })

test('work without a network is told once for each kind, with the way to get one', () => {
  expect(missingNetworkHints([made('classical'), made('classical'), made('lanczos'), {}])).toEqual([
    expect.stringMatching(/^Cut-outs .* platelight server models list /),
    expect.stringMatching(/^Enlarged photos .* platelight server models list /),
  ])
})

test('work by a network, and work that needs none, is not talked about', () => {
  expect(missingNetworkHints([made('isnet'), made('realesrgan-general-x4'), made('local'), {}])).toEqual([])
})

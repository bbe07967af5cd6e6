import { expect, test } from 'vitest'
import { missingNetworkHints } from './run-operation.ts'

const fileWithEngine = (engine: string) => ({ reply: { id: 'run_1', credits_used: 1, engine } })

test('work without a network is mentioned once per kind, with how to install one', () => {
  expect(
    missingNetworkHints([fileWithEngine('classical'), fileWithEngine('classical'), fileWithEngine('lanczos'), {}]),
  ).toEqual([
    expect.stringMatching(/^Cut-outs .* type: platelight server models install$/),
    expect.stringMatching(/^Enlarged photos .* type: platelight server models install$/),
  ])
})

test('work that used a network or needs none is not mentioned', () => {
  expect(
    missingNetworkHints([
      fileWithEngine('isnet'),
      fileWithEngine('realesrgan-general-x4'),
      fileWithEngine('local'),
      {},
    ]),
  ).toEqual([])
})

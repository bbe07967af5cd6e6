import { expect, test } from 'vitest'
import { contradictions } from './platform-overrides.ts'
import { BUILT_IN } from './platform-registry.ts'

test('every platform accepts its own export', () => {
  for (const row of BUILT_IN) expect([row.id, contradictions(row)]).toEqual([row.id, []])
})

test('an export that contradicts its rules is reported with every contradiction', () => {
  const row = BUILT_IN.find(({ id }) => id === 'ubereats.item')
  const rules = { max_size: { width: 100, height: 100 }, aspects: ['1:1'], formats: ['png' as const], max_bytes: 10 }
  expect(contradictions({ ...row!, rules })).toHaveLength(4)
})

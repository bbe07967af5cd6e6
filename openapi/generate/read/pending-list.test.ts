import { describe, expect, test } from 'vitest'
import { documentWith } from '../../test/document-fixture.ts'
import { parsePending, pendingProblems } from './pending-list.ts'

describe('the list of what is not built', () => {
  test.each<[string, Parameters<typeof pendingProblems>[0]]>([
    ['an unknown operation', { operations: ['things.break'], features: [] }],
    ['an operation twice', { operations: ['things.make', 'things.make'], features: [] }],
    ['a feature of an unknown operation', { operations: [], features: [{ operation: 'things.break', body: {} }] }],
    [
      'a feature of what is pending whole',
      { operations: ['things.make'], features: [{ operation: 'things.make', body: {} }] },
    ],
  ])('may not name %s', (_, pending) => {
    expect(pendingProblems(pending, documentWith({}))).toHaveLength(1)
  })

  test('may not name a retired operation, and may name the others', () => {
    const pending = { operations: ['things.make'], features: [] }
    expect(pendingProblems(pending, documentWith({ 'x-retired': 'Gone.' }))).toHaveLength(1)
    expect(pendingProblems(pending, documentWith({}))).toEqual([])
  })
})

test('a list on which nothing is left may be empty or hold only comments', () => {
  const nothing = { operations: [], features: [] }
  expect([parsePending(''), parsePending('# Everything is built.\n'), parsePending('operations: []\n')]).toEqual([
    nothing,
    nothing,
    nothing,
  ])
})

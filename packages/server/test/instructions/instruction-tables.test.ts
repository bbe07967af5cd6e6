import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeStep } from '../../src/operations/instructions/describe-step.ts'
import type { EditStep } from '../../src/operations/instructions/edit-step.ts'
import { LANGUAGES } from '../../src/operations/instructions/grammar/languages.ts'
import { readInstruction } from '../../src/operations/instructions/read-instruction.ts'
import { stepCode } from '../support/step-codes.ts'

interface Row {
  readonly text: string
  readonly expected: string
}

/** The instructions of a language, each with the steps that it means. */
const rowsOf = (language: string): Row[] =>
  readFileSync(join(import.meta.dirname, `instructions-${language}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [text = '', expected = ''] = line.split('\t')
      return { text, expected }
    })

const understood = (text: string): string => {
  const { steps, notDone } = readInstruction(text)
  return [...steps.map(stepCode), ...notDone.map(({ obstacle }) => `? ${obstacle}`)].join('; ')
}

describe.each(LANGUAGES)('instructions in %s', (language) => {
  const rows = rowsOf(language)

  test('are understood as the table says, all of at least sixty', () => {
    expect(rows.length).toBeGreaterThanOrEqual(60)
    const wrong = rows.flatMap(({ text, expected }) => {
      const actual = understood(text)
      return actual === expected ? [] : [`${text} → ${actual} instead of ${expected}`]
    })
    expect(wrong).toEqual([])
  })

  test('mean the same in capitals, with spaces around them and with a full stop', () => {
    const changed = rows.filter(
      ({ text, expected }) => !/["„«]/.test(text) && understood(`  ${text.toUpperCase()}.  `) !== expected,
    )
    expect(changed).toEqual([])
  })

  test('cover every kind of step', () => {
    const kinds = new Set(rows.flatMap(({ text }) => readInstruction(text).steps.map(({ kind }) => kind)))
    const all: readonly EditStep['kind'][] = [
      ...(['light', 'warmth', 'contrast', 'colour', 'sharpen', 'denoise', 'blur', 'improve', 'neutral'] as const),
      ...(['deblur', 'relight', 'crop', 'closer', 'straighten', 'rotate', 'flip', 'cutout', 'backdrop'] as const),
      ...(['upscale', 'size', 'format', 'platform', 'text', 'logo'] as const),
    ]
    expect(all.filter((kind) => !kinds.has(kind))).toEqual([])
  })
})

test('there is one table for each language', () => {
  const tables = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tsv'))
  expect(tables.sort()).toEqual(LANGUAGES.map((language) => `instructions-${language}.tsv`).sort())
})

test('every step of the tables is described in a sentence of its own', () => {
  const steps = LANGUAGES.flatMap((language) => rowsOf(language).flatMap(({ text }) => readInstruction(text).steps))
  const sentences = new Map(steps.map((step) => [JSON.stringify(step), describeStep(step)]))
  expect(sentences.size).toBeGreaterThan(50)
  expect(new Set(sentences.values()).size).toBe(sentences.size)
})

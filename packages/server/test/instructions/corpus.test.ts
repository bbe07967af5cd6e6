import { describe, expect, test } from 'vitest'
import { readComposition } from '../../src/operations/compose/read-composition.ts'
import type { EditStep } from '../../src/operations/instructions/edit-step.ts'
import { readInstruction } from '../../src/operations/instructions/read-instruction.ts'
import { stepCode } from '../support/step-codes.ts'
import {
  CORPUS_LANGUAGES,
  type CorpusDescription,
  type CorpusEdit,
  type CorpusLanguage,
  type Place,
  readCorpus,
} from './corpus/read-corpus.ts'

/** The shares of sentences that are read right. They only rise. */
const FLOORS: Readonly<Record<CorpusLanguage, { readonly edits: number; readonly descriptions: number }>> = {
  en: { edits: 0.98, descriptions: 0.97 },
  de: { edits: 0.98, descriptions: 0.97 },
  fr: { edits: 0.98, descriptions: 0.97 },
  es: { edits: 0.98, descriptions: 0.97 },
  it: { edits: 0.98, descriptions: 0.97 },
  pt: { edits: 0.98, descriptions: 0.97 },
  ar: { edits: 0.98, descriptions: 0.95 },
}

/** A sentence as it was read. */
interface Reading {
  readonly say: string
  readonly isRight: boolean
  /** Whether it asks for nothing, and something would be done. */
  readonly isUnasked: boolean
  readonly read: unknown
}

function readEdit({ say, steps, needs_generator = false }: CorpusEdit): Reading {
  const { steps: read, notDone } = readInstruction(say)
  const done = read.map(shapeOf)
  const isInvented = notDone.some(({ obstacle }) => obstacle === 'invention')
  const isComplete = notDone.every(({ obstacle }) => obstacle === 'invention')
  const isNoOrder = steps.length === 0 && !needs_generator
  return {
    say,
    isRight: areSame(steps, done) && isInvented === needs_generator && (isNoOrder || isComplete),
    isUnasked: isNoOrder && (done.length > 0 || isInvented),
    read: { done, notDone },
  }
}

function readDescription(expected: CorpusDescription, names: readonly string[]): Reading {
  const { say } = expected
  const read = described(say, names)
  const { surface, light, aspect, places, steps = [], words_not_understood } = expected
  const isNothing = !surface && !light && !aspect && !places && steps.length === 0
  const isUnasked =
    isNothing &&
    (!!read.surface || !!read.light || !!read.aspect || Object.keys(read.places).length > 0 || read.steps.length > 0)
  const isRight =
    read.surface === surface &&
    read.light === light &&
    read.aspect === aspect &&
    Object.entries(places ?? {}).every(([place, at]) => read.places[place as Place] === at) &&
    (places !== undefined || Object.keys(read.places).length === 0) &&
    areSame(steps, read.steps) &&
    (words_not_understood ?? read.words_not_understood) === read.words_not_understood
  return { say, isRight, isUnasked, read }
}

/** What a composition makes of a prompt. */
function described(say: string, names: readonly string[]) {
  const { backdrop, light, aspect, places, row, steps, unread } = readComposition(say, {
    names,
    engines: { providers: [] },
  })
  const inRow =
    row.length < 2 ? {} : { left: row.at(0), middle: row.length === 3 ? row[1] : undefined, right: row.at(-1) }
  return {
    ...{ surface: backdrop, light, aspect },
    places: countedFromOne({ ...inRow, ...places }),
    steps: steps.map(shapeOf),
    words_not_understood: unread.length > 0,
  }
}

const countedFromOne = (places: Readonly<Partial<Record<Place, number | undefined>>>): Partial<Record<Place, number>> =>
  Object.fromEntries(Object.entries(places).flatMap(([place, at]) => (at === undefined ? [] : [[place, at + 1]])))

/** A step with only the direction of its amount, and turned clockwise. */
function shapeOf(step: EditStep): string {
  if ('amount' in step) return stepCode(step).replace(/ [+-]?[\d.]+/, step.amount < 0 ? '-' : '+')
  return step.kind === 'rotate' ? `rotate ${((step.degrees % 360) + 360) % 360}` : stepCode(step)
}

/** Whether each expected step was read, and nothing else. */
function areSame(expected: readonly string[], read: readonly string[]): boolean {
  const left = [...read]
  const areAllRead = expected.every((one) => {
    const shapes = one.replace(/\?$/, '').split(' | ')
    const at = left.findIndex((step) => shapes.some((shape) => step === shape || isMoreOf(step, shape)))
    if (at >= 0) left.splice(at, 1)
    return at >= 0 || one.endsWith('?')
  })
  return areAllRead && left.length === 0
}

/** Whether a step is the shape with a value that the words leave open. A part of the picture is none. */
const isMoreOf = (step: string, shape: string): boolean =>
  /^(?:backdrop|platform|text|logo)\b/.test(shape) && /^[ .]/.test(step.slice(shape.length)) && step.startsWith(shape)

const told = (readings: readonly Reading[]) => readings.map(({ say, read }) => `${say} → ${JSON.stringify(read)}`)

describe.each(CORPUS_LANGUAGES)('sentences of people in %s', (language) => {
  const { pictures, edits, descriptions } = readCorpus(language)
  const readings = {
    edits: edits.map(readEdit),
    descriptions: descriptions.map((one) => readDescription(one, pictures)),
  }

  test.each(['edits', 'descriptions'] as const)('are understood as %s', (kind) => {
    const wrong = readings[kind].filter(({ isRight }) => !isRight)
    const share = (readings[kind].length - wrong.length) / readings[kind].length
    expect(readings[kind].length).toBeGreaterThanOrEqual(40)
    expect(share, told(wrong).join('\n')).toBeGreaterThanOrEqual(FLOORS[language][kind])
  })

  test('do nothing where they order nothing', () => {
    const unasked = [...readings.edits, ...readings.descriptions].filter(({ isUnasked }) => isUnasked)
    expect(told(unasked)).toEqual([])
  })
})

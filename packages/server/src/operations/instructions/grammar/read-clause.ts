import { LAYER_IDS, type LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { Clause } from './clause.ts'
import { areAdjectivesAsked, isAboutFood, isMeaning, THINGS } from './frames/adjectives.ts'
import type { ClauseReading, Inherited } from './frames/clause-reading.ts'
import { readBackground } from './frames/read-background.ts'
import { readCrop, readLightSource, readTurns } from './frames/read-geometry.ts'
import { readGraded } from './frames/read-graded.ts'
import { isAboutMarks, readMark } from './frames/read-marks.ts'
import { readDestination, readSize } from './frames/read-output.ts'

/** The parts of the picture that a clause names; none for the whole picture. */
export function takeLayers(clause: Clause): LayerId[] {
  const named = LAYER_IDS.filter((id) => clause.take(id))
  return clause.take('everything') && !named.includes('background') ? [] : named
}

/** Reads a clause that is not negative, frame by frame. What asks for something new is one obstacle as a whole. */
export function readClause(clause: Clause, inherited: Inherited): ClauseReading {
  const named = takeLayers(clause)
  const reading: ClauseReading = {
    clause,
    steps: [],
    problems: [],
    inherited,
    layers: named.length > 0 ? named : (inherited.layers ?? []),
    factors: [],
    quantities: clause.takeQuantities(),
  }
  for (let factor = clause.takeKind('factor'); factor; factor = clause.takeKind('factor')) {
    reading.factors.push(factor.value)
  }
  if (isAboutMarks(clause)) {
    const obstacle = readMark(reading)
    return obstacle ? obstructed(reading, obstacle) : reading
  }
  // “Sharper knives make better cooks” wishes for nothing.
  const first = clause.tokens.find((token) => !isMeaning('filler')(token))
  const isOrder = isMeaning('wish')(first) || clause.tokens.every(({ kind }) => kind !== 'unknown')
  const isWished = clause.had('add', 'remove', 'replace') || (isOrder && clause.had('wish', 'more', 'less', 'without'))
  const isNew = isWished && clause.had('unseen')
  if (clause.has('invent') || isNew) return obstructed(reading, 'invention')
  readBackground(reading)
  readDestination(reading)
  readLightSource(reading)
  readTurns(reading)
  readSize(reading)
  readCrop(reading)
  readGraded(reading)
  if (clause.take('neutral')) {
    clause.take('remove', 'replace', 'improve', 'too', 'more')
    reading.steps.push({ kind: 'neutral' })
  }
  // “The photo is beautiful” is praise, and so is “the cake is better”.
  const isTold = isAboutFood(clause) && (clause.isDescription || clause.had('state'))
  const isPraise = isTold || (clause.had('state') && !clause.had('wish', 'more'))
  const isAsked = areAdjectivesAsked(reading) && !isPraise
  if ((!isTold && clause.take('improve')) || (isAsked && !clause.isDescription && clause.take('is:improve'))) {
    clause.take('more', 'much', 'slightly', 'lift')
    if (reading.steps.length === 0) {
      const [within] = reading.layers
      reading.steps.push({ kind: 'improve', ...(within && { within }) })
    }
  }
  clause.take('only')
  // What is told of the food asks for nothing.
  if (reading.steps.length > 0 || clause.isDescription) takeTold(clause)
  const [spare] = reading.quantities
  if (spare && reading.problems.length === 0) reading.problems.push({ obstacle: 'unit', about: spare.text })
  // Whoever removes, adds or replaces something else asks for pixels that the photo does not have.
  if (
    (clause.has('remove', 'add') && clause.rest().length > 1) ||
    (clause.has('remove', 'add', 'replace') && reading.layers.length > 0)
  ) {
    return obstructed(reading, 'invention')
  }
  return reading
}

/** Takes adjectives of what the picture shows. */
function takeTold(clause: Clause): void {
  clause.take('is:improve')
  if (clause.had(...THINGS)) clause.takeAll('is:')
}

function obstructed(reading: ClauseReading, obstacle: 'invention' | 'quote'): ClauseReading {
  const { clause } = reading
  clause.takeEverything()
  return { ...reading, steps: [], problems: [{ obstacle, about: clause.text }] }
}

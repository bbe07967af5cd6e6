import type { LightDirection } from '@platelight/imaging/relight/light-source.ts'
import { areAdjectivesAsked } from './adjectives.ts'
import { type ClauseReading, useQuantities } from './clause-reading.ts'

/** Aspects that have a name. */
const PORTRAIT = [4, 5] as const
const LANDSCAPE = [16, 9] as const
const STORY = [9, 16] as const
/** The widest and the tallest crop. */
const MOST_ASPECT = 4

/** Light from a side. */
export function readLightSource({ clause, steps, problems }: ClauseReading): void {
  const isSided = clause.has('left', 'right', 'counter', 'clockwise', 'above', 'behind', 'front', 'side')
  if (clause.isDescription && !isSided) return
  if (!clause.has('relight') && !(isSided && clause.has('light') && !clause.has('rotate', 'flip', 'crop'))) return
  clause.take('relight', 'light', 'more', 'add', 'replace', 'lift')
  clause.take('slightly', 'much')
  const [isLeft, isRight] = [clause.take('left', 'counter'), clause.take('right', 'clockwise')]
  const isBehind = clause.take('behind')
  const isAbove = clause.take('above')
  if (clause.take('front')) return void problems.push({ obstacle: 'shape', about: 'front' })
  clause.take('side')
  const direction: LightDirection = isBehind
    ? 'back'
    : isAbove
      ? isLeft
        ? 'top-left'
        : isRight
          ? 'top-right'
          : 'top'
      : isRight
        ? 'right'
        : 'left'
  steps.push({ kind: 'relight', direction })
}

/** Turning, mirroring and levelling. */
export function readTurns(reading: ClauseReading): void {
  const { clause, steps, problems, layers } = reading
  // Whoever turns pancakes turns no photo.
  if (layers.includes('dish') && clause.has('rotate', 'flip')) return
  if (clause.take('upside-down')) {
    clause.take('rotate', 'flip', 'add')
    return void steps.push({ kind: 'rotate', degrees: 180 })
  }
  if (clause.take('flip')) {
    const isVertical = clause.take('vertical', 'above')
    clause.take('horizontal', 'left', 'right', 'clockwise', 'counter')
    return void steps.push({ kind: 'flip', axis: isVertical ? 'vertical' : 'horizontal' })
  }
  if (clause.take('straighten') || (areAdjectivesAsked(reading) && clause.take('fix:straight'))) {
    clause.take('fix:straight', 'rotate', 'table', 'improve', 'slightly', 'too', 'vertical', 'horizontal')
    return void steps.push({ kind: 'straighten' })
  }
  if (!clause.has('rotate') && !reading.quantities.some(({ unit }) => unit === 'degree')) return
  const isCounter = clause.take('counter', 'left')
  const isClockwise = clause.take('clockwise', 'right')
  const [turn] = useQuantities(reading, 'degree', undefined)
  if (!turn && !isCounter && !isClockwise) return
  clause.take('rotate', 'slightly')
  const degrees = (turn?.value ?? 90) * (isCounter ? -1 : 1)
  if (degrees === 0 || Math.abs(degrees) > 360) problems.push({ obstacle: 'range', about: turn?.text ?? 'turn' })
  else steps.push({ kind: 'rotate', degrees: (degrees + 360) % 360 })
}

/** Frames of another shape. */
export function readCrop(reading: ClauseReading): void {
  const { clause, steps, problems } = reading
  const isWide = clause.has('crop', 'shape') && clause.take('wide')
  const ratio = clause.takeKind('ratio')
  const aspect = ratio
    ? ([ratio.width, ratio.height] as const)
    : clause.take('square')
      ? ([1, 1] as const)
      : clause.take('story')
        ? STORY
        : clause.take('vertical')
          ? PORTRAIT
          : clause.take('horizontal') || isWide
            ? LANDSCAPE
            : undefined
  if (aspect) {
    clause.take(
      'square',
      'vertical',
      'horizontal',
      'story',
      'crop',
      'add',
      'shape',
      'replace',
      'resize',
      'wide',
      'closer',
      'high',
    )
    const [width, height] = aspect
    const shape = width / height
    if (!(shape >= 1 / MOST_ASPECT && shape <= MOST_ASPECT)) {
      return void problems.push({ obstacle: 'range', about: ratio?.text ?? 'aspect' })
    }
    return void steps.push({ kind: 'crop', aspect: [width, height] })
  }
  if (clause.take('closer')) {
    clause.take('crop', 'more', 'dish', 'plate', 'slightly', 'much', 'add')
    return void steps.push({ kind: 'closer' })
  }
  // Whoever cuts tomatoes crops no photo.
  const isOfFood = reading.layers.includes('dish') || clause.tokens.some(({ kind }) => kind === 'unknown')
  if (isOfFood || !clause.take('crop')) return
  // For a platform, its own step crops.
  if (steps.some(({ kind }) => kind === 'platform' || kind === 'size')) return
  problems.push({ obstacle: 'shape', about: 'crop' })
}

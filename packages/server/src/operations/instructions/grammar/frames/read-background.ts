import { isAboutFood } from './adjectives.ts'
import type { ClauseReading } from './clause-reading.ts'
import { readBackdrop } from './read-backdrop.ts'

/** How strong a blur is: a little, as usual, much. */
const BLUR = { slightly: 0.25, usual: 0.5, much: 0.85 } as const
/** Stops by which shadows become lighter in soft light. */
const SOFTER = 0.4

/** Removing, replacing and blurring the background, and blur that has to go. */
export function readBackground(reading: ClauseReading): void {
  const { clause, steps } = reading
  const isBackground =
    reading.layers.includes('background') || (reading.layers.length === 0 && reading.inherited.isBackground === true)
  if (clause.take('mono')) {
    clause.take('rotate', 'replace', 'add')
    steps.push({ kind: 'colour', amount: -1 })
  }
  if (readBackdrop(reading)) return
  if (clause.take('deblur')) return void steps.push({ kind: 'deblur' })
  if (clause.has('soft') && (clause.has('light', 'relight') || isOfLight(reading))) readSoftLight(reading)
  // “Softer bread” is not blurred.
  else if (clause.has('blur', 'blurred') || (clause.has('soft') && !isAboutFood(clause)))
    readBlur(reading, isBackground)
  else if (isBackground && clause.take('remove')) steps.push({ kind: 'cutout' })
}

const isOfLight = ({ layers }: ClauseReading): boolean =>
  layers.length > 0 && layers.every((layer) => layer === 'shadows' || layer === 'highlights')

/** Soft light is no blur: shadows become lighter and highlights darker. From a side it is what relighting does anyway. */
function readSoftLight(reading: ClauseReading): void {
  const { clause, steps, layers } = reading
  clause.take('soft')
  if (!isOfLight(reading)) return
  clause.take('more', 'slightly', 'much', 'light')
  for (const within of layers) steps.push({ kind: 'light', amount: within === 'shadows' ? SOFTER : -SOFTER, within })
}

function readBlur(reading: ClauseReading, isBackground: boolean): void {
  const { clause, steps, layers } = reading
  const isFault = clause.has('remove', 'less', 'too', 'improve', 'fix') || (clause.has('blurred') && !isBackground)
  clause.take('blur', 'blurred', 'soft', 'add', 'more')
  if (isFault && !(isBackground && clause.has('less', 'too'))) {
    clause.take('remove', 'less', 'too', 'improve', 'state', 'slightly', 'much')
    return void steps.push({ kind: 'deblur' })
  }
  const level = clause.take('slightly') || clause.take('less') ? 'slightly' : clause.take('much') ? 'much' : 'usual'
  const percent = reading.quantities.findIndex(({ unit }) => unit === 'percent')
  const [given] = percent < 0 ? [] : reading.quantities.splice(percent, 1)
  const amount = given ? given.value / 100 : BLUR[level]
  if (amount <= 0 || amount > 1) return void reading.problems.push({ obstacle: 'range', about: `${given?.text}` })
  const parts = layers.length === 0 && isBackground ? (['background'] as const) : layers
  if (parts.length === 0) return void steps.push({ kind: 'blur', amount })
  for (const within of parts) steps.push({ kind: 'blur', amount, within })
}

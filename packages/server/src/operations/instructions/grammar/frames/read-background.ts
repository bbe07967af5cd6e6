import type { ClauseReading } from './clause-reading.ts'

/** How strong a blur is: a little, as usual, much. */
const BLUR = { slightly: 0.25, usual: 0.5, much: 0.85 } as const
/** How much darker the lower end of a gradient is whose second colour is not named. */
const SHADE = 0.72

/** Removing, replacing and blurring the background, and blur that has to go. */
export function readBackground(reading: ClauseReading): void {
  const { clause, steps } = reading
  const isBackground = reading.layers.includes('background')
  if (clause.take('mono')) {
    clause.take('rotate', 'replace', 'add')
    steps.push({ kind: 'colour', amount: -1 })
  }
  if (clause.take('cutout') || (clause.take('transparent') && (isBackground || !clause.has('dish')))) {
    clause.take('remove', 'replace', 'add')
    steps.push({ kind: 'cutout' })
    return
  }
  const isColoured = isBackground || clause.has('gradient')
  const hues = isColoured && !clause.has('too', 'less') ? clause.takeAll('hue:') : []
  const [first, second] = hues
  if (first !== undefined) {
    const isGradient = clause.take('gradient')
    clause.take('remove', 'replace', 'add', 'touch', 'light', 'colour', 'next')
    steps.push({
      kind: 'backdrop',
      colours: isGradient || second !== undefined ? [first, second ?? shaded(first)] : [first],
    })
    return
  }
  if (clause.take('deblur')) return void steps.push({ kind: 'deblur' })
  if (clause.has('blur', 'blurred')) readBlur(reading, isBackground)
  else if (isBackground && clause.take('remove')) steps.push({ kind: 'cutout' })
}

function readBlur(reading: ClauseReading, isBackground: boolean): void {
  const { clause, steps, layers } = reading
  const isFault = clause.has('remove', 'less', 'too', 'improve', 'fix') || (clause.has('blurred') && !isBackground)
  clause.take('blur', 'blurred', 'add', 'more')
  if (isFault && !(isBackground && clause.has('less', 'too'))) {
    clause.take('remove', 'less', 'too', 'improve', 'state', 'slightly', 'much')
    return void steps.push({ kind: 'deblur' })
  }
  const level = clause.take('slightly') || clause.take('less') ? 'slightly' : clause.take('much') ? 'much' : 'usual'
  const percent = reading.quantities.findIndex(({ unit }) => unit === 'percent')
  const [given] = percent < 0 ? [] : reading.quantities.splice(percent, 1)
  const amount = given ? given.value / 100 : BLUR[level]
  if (amount <= 0 || amount > 1) return void reading.problems.push({ obstacle: 'range', about: `${given?.text}` })
  if (layers.length === 0) return void steps.push({ kind: 'blur', amount })
  for (const within of layers) steps.push({ kind: 'blur', amount, within })
}

/** A colour that is darker by a fixed share, `#rrggbb`. */
function shaded(colour: string): string {
  const codes = [1, 3, 5].map((at) => Math.round(SHADE * Number.parseInt(colour.slice(at, at + 2), 16)))
  return `#${codes.map((code) => code.toString(16).padStart(2, '0')).join('')}`
}

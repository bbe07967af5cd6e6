import { OUTPUT_FORMATS } from '@platelight/imaging/codec/file/image-formats.ts'
import { type ClauseReading, useQuantities } from './clause-reading.ts'

/** Pixels that 1K, 2K and 4K stand for. */
const THOUSAND = 1024
const LARGEST_SIDE = 16_384

/** The platform and the file format. */
export function readDestination({ clause, steps }: ClauseReading): void {
  for (const platform of clause.takeAll('platform:')) {
    steps.push({ kind: 'platform', platform })
    clause.take('resize', 'shape', 'improve')
  }
  const names = clause.takeAll('format:')
  for (const format of OUTPUT_FORMATS) {
    if (!names.includes(format)) continue
    steps.push({ kind: 'format', format })
    clause.take('shape', 'replace')
  }
}

/** Size in pixels, and enlargement by a factor. */
export function readSize(reading: ClauseReading): void {
  const { clause, steps, problems } = reading
  const size = clause.takeKind('size')
  const resolution = clause.takeKind('resolution')
  const sides = useQuantities(reading, 'pixel')
  const [first, second] = sides
  const tooLong = [size?.width, size?.height, ...sides.map(({ value }) => value)].find(
    (side) => side !== undefined && (side < 1 || side > LARGEST_SIDE || !Number.isInteger(side)),
  )
  if (tooLong !== undefined) {
    clause.takeEverything()
    return void problems.push({ obstacle: 'range', about: `${tooLong} px` })
  }
  if (size || first || resolution) {
    const isWide = clause.take('wide')
    const isHigh = clause.take('high')
    clause.take('resize', 'upscale', 'replace', 'shape', 'more', 'less', 'side', 'crop')
    const unmarked = useQuantities(reading, undefined).at(0)
    clause.take('pixel')
    if (size) steps.push({ kind: 'size', width: size.width, height: size.height })
    else if (resolution) steps.push({ kind: 'size', long: resolution.thousands * THOUSAND })
    else if (first && (second ?? unmarked)) {
      // “1080 by 1350 pixels”: the unit follows only the second number.
      const [width, height] = second ? [first.value, second.value] : [unmarked?.value ?? 0, first.value]
      steps.push({ kind: 'size', width, height })
    } else if (first) {
      steps.push({
        kind: 'size',
        ...(isHigh ? { height: first.value } : isWide ? { width: first.value } : { long: first.value }),
      })
    }
    return
  }
  readEnlargement(reading)
}

function readEnlargement(reading: ClauseReading): void {
  const { clause, steps, problems, layers } = reading
  // “Our burger is larger” and “a bigger table” are not about the size of the photo.
  const isAsked = clause.has('upscale') && layers.length === 0
  const isGraded = clause.tokens.some((token) => token.kind === 'meaning' && /[+-]$/.test(token.meaning))
  if (!isAsked && (reading.factors.length === 0 || isGraded || clause.has('closer'))) {
    // A size without a number cannot be done exactly.
    if (
      clause.has('resize') &&
      reading.quantities.length === 0 &&
      !clause.has('square', 'story', 'vertical', 'horizontal')
    ) {
      clause.take('resize', 'replace')
      problems.push({ obstacle: 'unit', about: 'size' })
    }
    return
  }
  const [factor = useQuantities(reading, 'times', undefined).at(0)?.value ?? 2] = reading.factors.splice(0)
  clause.take('upscale', 'resize', 'times', 'more', 'much', 'improve', 'slightly')
  if (factor === 2 || factor === 4) steps.push({ kind: 'upscale', scale: factor })
  else problems.push({ obstacle: 'range', about: `${factor}x` })
}

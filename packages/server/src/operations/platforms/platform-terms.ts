import type { Schemas } from '../../contract/index.ts'

/** One place of a platform where a photo goes, as the document words it. */
export type Platform = Schemas['Platform']
export type PlatformRules = Platform['rules']
export type PlatformProfile = Platform['export']
export type Verdict = Schemas['Verdict']
export type Problem = Verdict['problems'][number]

/**
 * What a run keeps of a platform: the rules as they were when it was accepted, so that it ends the same whatever the
 * registry says by then, and in whatever process.
 */
export type PlatformTerms = Pick<
  Platform,
  'id' | 'name' | 'rules' | 'export' | 'content' | 'forbids_generated' | 'verified'
>

export const termsOf = (platform: Platform): PlatformTerms => {
  const { source: _, checked_on: __, confidence: ___, conflicts: ____, ...terms } = platform
  return terms
}

/** A file format as people write it. */
export const FORMAT_NAMES: Readonly<Record<NonNullable<PlatformRules['formats']>[number], string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  heic: 'HEIC',
  tiff: 'TIFF',
  gif: 'GIF',
  bmp: 'BMP',
}

/** `1.91:1` as a number, width to height. */
export const ratioOf = (aspect: string): number => {
  const [width = 1, height = 1] = aspect.split(':').map(Number)
  return width / height
}

/** `a, b or c`. */
export const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

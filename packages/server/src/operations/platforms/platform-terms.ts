import type { Schemas } from '../../contract/index.ts'

/** One slot of a platform for photos, in the words of the document. */
export type Platform = Schemas['Platform']
export type PlatformRules = Platform['rules']
export type PlatformProfile = Platform['export']
export type Verdict = Schemas['Verdict']
export type Problem = Verdict['problems'][number]

/**
 * What is stored of a platform with a run: the rules at the time of acceptance. So the run ends the same way even if the
 * registry changes or another process executes it.
 */
export type PlatformTerms = Pick<
  Platform,
  'id' | 'name' | 'rules' | 'export' | 'content' | 'forbids_generated' | 'verified'
>

export const termsOf = (platform: Platform): PlatformTerms => {
  const { source: _, checked_on: __, confidence: ___, conflicts: ____, ...terms } = platform
  return terms
}

/** The common name of a file format. */
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

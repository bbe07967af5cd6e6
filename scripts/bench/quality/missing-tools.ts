import { missing } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { inspectModels, isRuntimeInstalled, realSettings } from '#server-testing/networks'

/** What some rows require, and where to get it. */
const WHERE = {
  ImageMagick: 'ImageMagick (Debian: imagemagick)',
  exiftool: 'exiftool (Debian: libimage-exiftool-perl)',
  'cut-out network':
    'the cut-out network (optional packages of the root; `platelight-server models list` says what is wrong)',
  'upscale network':
    'the upscale network (optional packages of the root; `platelight-server models list` says what is wrong)',
} as const

export type Need = keyof typeof WHERE

const HERE: Readonly<Record<Need, () => Promise<boolean>>> = {
  ImageMagick: async () => missing('ImageMagick', 'identify') === undefined,
  exiftool: async () => missing('exiftool') === undefined,
  'cut-out network': () => isServed('cutout'),
  'upscale network': () => isServed('upscale'),
}

const isServed = async (use: 'cutout' | 'upscale'): Promise<boolean> =>
  isRuntimeInstalled(realSettings) && (await inspectModels(realSettings, use)).some(({ status }) => status === 'ready')

/** The requirements of all rows that are missing here, each with where to get it. */
export async function missingNeeds(needs: Iterable<Need>): Promise<ReadonlyMap<Need, string>> {
  const lacking = new Map<Need, string>()
  for (const need of new Set(needs)) if (!(await HERE[need]())) lacking.set(need, WHERE[need])
  return lacking
}

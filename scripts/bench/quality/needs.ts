import { inspectModels, isRuntimeThere } from '../../../packages/server/src/models/inspect.ts'
import { lacks } from '../../../packages/server/test/support/imaging/programs.ts'
import { realSettings } from '../../../packages/server/test/support/real-networks.ts'

/** What some rows cannot do without, and where it is to be had. */
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
  ImageMagick: async () => !lacks('convert'),
  exiftool: async () => !lacks('exiftool'),
  'cut-out network': () => isServed('cutout'),
  'upscale network': () => isServed('upscale'),
}

const isServed = async (use: 'cutout' | 'upscale'): Promise<boolean> =>
  isRuntimeThere(realSettings) && (await inspectModels(realSettings, use)).some(({ standing }) => standing === 'ready')

/** What is missing here of all that rows may need, each with where to get it. */
export async function missingNeeds(needs: Iterable<Need>): Promise<ReadonlyMap<Need, string>> {
  const missing = new Map<Need, string>()
  for (const need of new Set(needs)) if (!(await HERE[need]())) missing.set(need, WHERE[need])
  return missing
}

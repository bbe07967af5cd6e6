import { execFileSync } from 'node:child_process'
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
  ImageMagick: async () => isInstalled('convert'),
  exiftool: async () => isInstalled('exiftool'),
  'cut-out network': () => isServed('cutout'),
  'upscale network': () => isServed('upscale'),
}

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isServed = async (use: 'cutout' | 'upscale'): Promise<boolean> =>
  isRuntimeInstalled(realSettings) && (await inspectModels(realSettings, use)).some(({ status }) => status === 'ready')

/** The requirements of all rows that are missing here, each with where to get it. */
export async function missingNeeds(needs: Iterable<Need>): Promise<ReadonlyMap<Need, string>> {
  const missing = new Map<Need, string>()
  for (const need of new Set(needs)) if (!(await HERE[need]())) missing.set(need, WHERE[need])
  return missing
}

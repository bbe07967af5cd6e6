import { measureQuality } from '@platelight/imaging/tone/measure-quality.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Work } from '../define-work.ts'
import { imageInput } from '../picture/image-input.ts'
import { openPicture } from '../picture/open-picture.ts'
import type { PlatformTerms } from '../platforms/platform-terms.ts'
import { verdict } from '../platforms/platform-verdict.ts'

export interface PlatformCheckParams {
  readonly terms: readonly PlatformTerms[]
}

export type PlatformCheckDetails = Required<Pick<Schemas['PlatformCheck'], 'picture' | 'verdicts'>>

/**
 * Compares one file with the rules of several platforms. It is not an operation: it creates nothing, has no run and is free.
 */
export const platformCheckWork: Work<PlatformCheckParams, PlatformCheckDetails> = async (
  [photo],
  { terms },
  { limits },
) => {
  const { pixels } = await openPicture(photo, { limits })
  const facts = await imageInput.readFacts(photo as Uint8Array, limits)
  const measured = { ...facts, ...(await measureQuality(pixels)) }
  const { format, width, height, bytes } = facts
  return {
    outputs: [],
    engine: 'local',
    faithfulness: 'faithful',
    warnings: [],
    recipe: null,
    details: {
      picture: { format, width, height, bytes },
      verdicts: terms.map((one) => ({ platform: one.id, verdict: verdict(measured, one) })),
    },
  }
}

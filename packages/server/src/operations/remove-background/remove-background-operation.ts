import { defineOperation } from '../define-operation.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** What every door that cuts a dish out translates its request into. */
export interface RemoveBackgroundParams {
  readonly image_url: string
  /** Lay a soft contact shadow under the dish. */
  readonly shadow: boolean
}

export const removeBackground = defineOperation<RemoveBackgroundParams>({
  name: 'remove-background',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  deadlineSeconds: 60,
  credits: () => CREDITS.removeBackground,
  sources: ({ image_url }) => [image_url],
  admit: (_, [source]) => {
    if (source) refuseLargeResult({ ...source, hasAlpha: true }, 'png', { begins: 'The cut-out', waysOut: [] })
  },
})

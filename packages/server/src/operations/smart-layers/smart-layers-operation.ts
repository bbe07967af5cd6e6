import { defineOperation } from '../define-operation.ts'
import { CREDITS } from '../prices.ts'

/** What every door that asks for the layers of a photo translates its request into. */
export interface SmartLayersParams {
  readonly image_url: string
}

export const smartLayers = defineOperation<SmartLayersParams>({
  name: 'smart-layers',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  deadlineSeconds: 60,
  credits: () => CREDITS.smartLayers,
  sources: ({ image_url }) => [image_url],
})

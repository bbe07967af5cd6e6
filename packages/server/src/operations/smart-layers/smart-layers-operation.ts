import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { commonReply, type FinishedRun, picturesOf } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request for the layers of a photo. */
export interface SmartLayersParams {
  readonly image_url: string
  readonly subject?: SubjectHint
}

/** The findings about each layer. Its mask is the output of the same name. */
export interface SmartLayersDetails {
  readonly layers: readonly Omit<Schemas['SmartLayer'], 'mask_url'>[]
}

export const smartLayers = defineOperation<'smart-layers', SmartLayersParams, SmartLayersDetails>({
  name: 'smart-layers',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  bodies: {
    'images.smartLayers': ({ image_url, subject }) => ({ image_url, ...(subject && { subject }) }),
  },
  credits: () => CREDITS['smart-layers'],
  sources: ({ image_url }) => [image_url],
  expectedSeconds: secondsOfFirst({ fixed: 1, perMegapixel: 0.2, cutout: 8 }),
  reply: layersReply,
})

/** The findings about each layer, with the address of its mask. */
function layersReply(run: FinishedRun<unknown, SmartLayersDetails>): Schemas['SmartLayersResult'] {
  const { original, output } = picturesOf(run)
  const maskOf = (id: string) => run.outputs.find(({ name }) => name === id) ?? output
  return {
    ...commonReply(run),
    original_url: original.url,
    width: output.width,
    height: output.height,
    layers: run.details.layers.map((layer) => ({ ...layer, mask_url: maskOf(layer.id).url })),
  }
}

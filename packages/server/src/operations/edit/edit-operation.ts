import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import type { EditStep } from '../instructions/edit-step.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'
import { inventionCredits, inventionOf, photosBrief } from '../synthesis/invention.ts'
import { type InstructedDetails, longSide } from './chat-edit-operation.ts'
import { admitEdit, type EditPlan, editSeconds, enlargementOf, planEdit } from './instructed-params.ts'
import { type ReadEdit, readEdit } from './read-edit.ts'

/** The most pixels of one call: the results of more would take too long. */
const MOST_PIXELS = 200e6

/** The parameters of an edit of several pictures by the same steps. */
export interface EditParams extends EditPlan {
  readonly image_urls: readonly string[]
  readonly prompt?: string
  /** How many results of each picture were asked for. Exact steps have one, and a provider makes as many. */
  readonly num_outputs: number
}

export const edit = defineOperation<'edit', EditParams, InstructedDetails>({
  name: 'edit',
  capability: 'pixels',
  engine: 'local',
  network: 'cutout',
  photoEvents: false,
  bodies: {
    'images.edit': (
      { image_urls, prompt, logo_url, num_outputs, resolution, aspect_ratio, partial, subject, format },
      { platforms, engines },
    ) => {
      const isSaid = prompt !== undefined && prompt.trim() !== ''
      const read: ReadEdit =
        isSaid || logo_url !== undefined
          ? readEdit(prompt ?? '', { partial, field: 'prompt', logo: logo_url, engines })
          : { steps: [], skipped: [] }
      const { wish } = read
      const steps = [...read.steps, ...framing(read.steps, { resolution, aspect_ratio })]
      if (steps.length === 0 && !wish && format === undefined) throw NOTHING_ASKED()
      return {
        image_urls,
        num_outputs,
        ...(isSaid && { prompt }),
        ...(wish && { invention: inventionOf(wish, resolution, num_outputs) }),
        ...(subject && { subject }),
        ...(logo_url !== undefined && { logo_url }),
        ...planEdit({ ...read, steps }, format, platforms),
      }
    },
  },
  credits: ({ image_urls: { length }, invention }) =>
    invention ? inventionCredits(invention, length) : CREDITS.edit * length,
  sources: ({ image_urls, logo_url }) => [...image_urls, ...(logo_url === undefined ? [] : [logo_url])],
  sourceName: ({ image_urls }, index) => (index < image_urls.length ? nameOf('', index) : 'logo_url'),
  admit: (params, sources) => {
    const pictures = sources.slice(0, params.image_urls.length)
    for (const source of pictures) admitEdit(params, source)
    const pixels = pictures.reduce((sum, source) => sum + (source ? source.width * source.height : 0), 0)
    if (pixels > MOST_PIXELS) {
      throw new ServiceError(
        'image_too_large',
        `These pictures have ${Math.ceil(pixels / 1e6)} megapixels together, and one call takes ${MOST_PIXELS / 1e6}: send them in parts.`,
        { field: 'image_urls' },
      )
    }
  },
  brief: (params) =>
    params.invention &&
    photosBrief({
      invention: params.invention,
      names: params.image_urls.map(nameOf),
      subject: params.subject,
      finish: (made) => ({ operation: 'edit', params: { ...params, made } }),
    }),
  keptPixels: 0,
  enlargement: enlargementOf,
  expectedSeconds: (params, sizes, machine) =>
    sizes.reduce((sum, size) => sum + editSeconds(params, [size], machine), 0),
  reply: editReply,
})

/** The steps of the fields beside the instruction. */
function framing(
  said: readonly EditStep[],
  { resolution, aspect_ratio }: Pick<Schemas['EditRequest'], 'resolution' | 'aspect_ratio'>,
): EditStep[] {
  const steps: EditStep[] = []
  if (aspect_ratio !== undefined && aspect_ratio !== 'original') {
    const [width = 1, height = 1] = aspect_ratio.split(':').map(Number)
    const crop = said.find((step) => step.kind === 'crop')
    if (crop && Math.abs(crop.aspect[0] / crop.aspect[1] - width / height) > 0.01) {
      throw new ServiceError(
        'instruction_refused',
        `prompt asks for ${crop.aspect.join(':')} and aspect_ratio for ${aspect_ratio}. Leave one of the two out.`,
        { field: 'aspect_ratio', steps: [] },
      )
    }
    if (!crop) steps.push({ kind: 'crop', aspect: [width, height] })
  }
  if (resolution !== undefined && !said.some(({ kind }) => kind === 'size' || kind === 'platform')) {
    steps.push(longSide(resolution))
  }
  return steps
}

/** The name of a picture in errors. */
const nameOf = (_: string, index: number): string => `image_urls.${index}`

/** Each result, and the steps that all of them share. */
function editReply(run: FinishedRun<EditParams, InstructedDetails>): Schemas['EditResult'] {
  const each = run.params.invention?.count ?? 1
  return {
    ...commonReply(run),
    images: run.outputs.map(({ url, width, height }, at) => ({ index: Math.floor(at / each), url, width, height })),
    steps: run.details.steps,
  }
}

const NOTHING_ASKED = () =>
  new ServiceError(
    'instruction_refused',
    'prompt is empty, so there is nothing to do. Say what to change, or give aspect_ratio, resolution or format.',
    { field: 'prompt', steps: [] },
  )

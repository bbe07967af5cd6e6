import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Body } from '../../contract/index.ts'
import type { BodyContext, Operation } from '../define-operation.ts'
import { readFormWords } from '../edit/read-edit.ts'
import { inventionOf } from '../synthesis/invention.ts'
import { RESOLUTIONS } from '../tables/resolutions.ts'
import type { Enhancement, EnhanceParams } from './enhance-params.ts'

/** Reads the request for an enhancement of each channel. */
export const enhanceBodies: Operation<'enhance', EnhanceParams>['bodies'] = {
  'photos.enhance': ({ imageUrl, preset, formats, upscale, removeBackground, subject }, { enhanceDetail }) => ({
    image_url: imageUrl,
    preset,
    formats,
    upscale,
    ...(upscale && enhanceDetail && ({ detail: 'included' } as const)),
    ...(removeBackground && { removeBackground }),
    ...(subject && { subject }),
  }),

  // The photo keeps its own aspect here. The other shots are those of /v1.
  'images.enhance': ({ image_url, preset, style, options, subject, format }, { enhanceDetail }) => {
    const upscale = options?.upscale ?? false
    return {
      image_url,
      preset: style ?? preset,
      formats: ['original'],
      upscale,
      ...(options?.remove_background && { removeBackground: true }),
      ...(subject && { subject }),
      ...(format && { format }),
      ...(upscale && enhanceDetail && ({ detail: 'charged' } as const)),
    }
  },

  'mobile.enhance': readForm,

  // The locale has no effect on a photo.
  'mobileJobs.enhance': ({ goal, ...form }, context) => ({ ...readForm(form, context), goal }),
}

/** The Enhance form of the app, both for the call that waits and for the job. */
function readForm(
  form: Body<'mobile.enhance'>,
  { photos: [photo], engines, warn, ignore }: BodyContext,
): EnhanceParams {
  const { style, size, resolution, enhancements, angle, customPrompt, editArea, editAreaDetails, subject } = form
  // The document has checked the texts like the fields.
  const only: Enhancement[] = JSON.parse(enhancements)
  const hint: SubjectHint | undefined = subject === undefined ? undefined : JSON.parse(subject)
  const about = editArea === 'entire_image' ? 'the enhanced photo' : `the layer ${editArea}`
  const words = { angle, customPrompt, editAreaDetails }
  const said = Object.entries(words).map(([field, text]) =>
    readFormWords(text, { field, about, engines, warn, ignore }),
  )
  const wishes = said.flatMap(({ wish }) => wish?.wishes ?? [])
  const except = said.flatMap(({ wish }) => wish?.except ?? [])
  const within = editArea === 'entire_image' ? {} : { within: editArea }
  const steps = said
    .flatMap((one) => one.steps)
    .map((step) => (editArea === 'entire_image' || step.within !== undefined ? step : { ...step, within: editArea }))
  const longSide = RESOLUTIONS.find(({ id }) => id === resolution)?.max_side
  return {
    image_url: photo?.url ?? '',
    preset: style,
    formats: [size],
    upscale: false,
    ...(longSide !== undefined && { longSide }),
    ...(only.length > 0 && { only }),
    ...(editArea !== 'entire_image' && { area: editArea }),
    ...(steps.length > 0 && { steps }),
    ...(wishes.length > 0 && {
      invention: inventionOf({ wishes, ...within, ...(except.length > 0 && { except: [...new Set(except)] }) }),
    }),
    ...(hint && { subject: hint }),
  }
}

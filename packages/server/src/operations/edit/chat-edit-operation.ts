import type { Schemas } from '../../contract/index.ts'
import { type BodyReader, defineOperation } from '../define-operation.ts'
import { pictureReply } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'
import { inventionCredits, inventionOf, photosBrief } from '../synthesis/invention.ts'
import { RESOLUTIONS } from '../tables/resolutions.ts'
import { admitEdit, editSeconds, enlargementOf, type InstructedParams, planEdit } from './instructed-params.ts'
import { type ReportedStep, readEdit } from './read-edit.ts'

/** The steps of an instruction and their outcome. */
export interface InstructedDetails {
  readonly steps: ReportedStep[]
}

const readBody: BodyReader<Schemas['ChatEditRequest'], InstructedParams> = (
  { image_url, instruction, logo_url, resolution, partial, subject, format },
  { platforms, engines },
) => {
  const {
    steps: read,
    wish,
    skipped,
  } = readEdit(instruction, { partial, field: 'instruction', logo: logo_url, engines })
  const steps =
    resolution && !read.some(({ kind }) => kind === 'size' || kind === 'platform')
      ? [...read, longSide(resolution)]
      : read
  return {
    image_url,
    instruction,
    ...(wish && { invention: inventionOf(wish, resolution) }),
    ...(subject && { subject }),
    ...(logo_url !== undefined && { logo_url }),
    ...planEdit({ steps, skipped, ...(wish && { wish }) }, format, platforms),
  }
}

/** The step of a resolution: the long side in pixels. */
export const longSide = (resolution: Schemas['Resolution']) => ({
  kind: 'size' as const,
  long: RESOLUTIONS.find(({ id }) => id === resolution)?.max_side ?? 1024,
})

export const chatEdit = defineOperation<'chat-edit', InstructedParams, InstructedDetails>({
  name: 'chat-edit',
  capability: 'pixels',
  engine: 'local',
  network: 'cutout',
  photoEvents: false,
  bodies: { 'mobile.chatEdit': readBody, 'mobileJobs.chatEdit': readBody },
  credits: ({ invention }) => (invention ? inventionCredits(invention) : CREDITS['chat-edit']),
  sources: ({ image_url, logo_url }) => [image_url, ...(logo_url === undefined ? [] : [logo_url])],
  sourceName: (_, index) => (index === 0 ? 'image_url' : 'logo_url'),
  admit: (params, [source]) => admitEdit(params, source),
  brief: (params) =>
    params.invention &&
    photosBrief({
      invention: params.invention,
      names: ['image_url'],
      subject: params.subject,
      finish: (made) => ({ operation: 'chat-edit', params: { ...params, made } }),
    }),
  enlargement: enlargementOf,
  expectedSeconds: editSeconds,
  reply: pictureReply,
})

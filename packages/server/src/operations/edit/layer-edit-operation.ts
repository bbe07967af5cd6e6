import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { DEADLINE_SECONDS } from '../../contract/generated/document-operations.ts'
import type { Operation } from '../define-operation.ts'
import { describeStep } from '../instructions/describe-step.ts'
import type { EditStep, NotDone } from '../instructions/edit-step.ts'
import { isPartialStep } from '../instructions/grammar/join-clauses.ts'
import { pictureReply } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'
import { inventionCredits, inventionOf, photosBrief } from '../synthesis/invention.ts'
import type { InstructedDetails } from './chat-edit-operation.ts'
import { admitEdit, editSeconds, enlargementOf, type InstructedParams } from './instructed-params.ts'
import { readEdit, refusal } from './read-edit.ts'

export interface LayerEditParams extends InstructedParams {
  readonly layer: LayerId
}

/** Edits one layer of a picture. Nothing outside of it changes, so the result is PNG by default. */
export const layerEdit: Operation<'layer-edit', LayerEditParams, InstructedDetails> = {
  name: 'layer-edit',
  capability: 'pixels',
  engine: 'local',
  network: 'cutout',
  photoEvents: false,
  // Only jobs perform it, so the document has no deadline. It is the work of a chat edit.
  deadlineSeconds: DEADLINE_SECONDS['chat-edit'],
  bodies: {
    'mobileJobs.layerEdit': ({ image_url, layer, instruction, subject, format }, { engines }) => {
      const { steps, wish, skipped } = readEdit(instruction, { partial: false, field: 'instruction', engines })
      return {
        image_url,
        layer,
        instruction,
        skipped,
        steps: withinLayer(steps, layer),
        ...(wish && { invention: inventionOf({ ...wish, within: layer }) }),
        ...(subject && { subject }),
        format: format ?? 'png',
      }
    },
  },
  credits: ({ invention }) => (invention ? inventionCredits(invention) : CREDITS['layer-edit']),
  sources: ({ image_url }) => [image_url],
  admit: (params, [source]) => admitEdit(params, source),
  brief: (params) =>
    params.invention &&
    photosBrief({
      invention: params.invention,
      names: ['image_url'],
      subject: params.subject,
      finish: (made) => ({ operation: 'layer-edit', params: { ...params, made } }),
    }),
  enlargement: enlargementOf,
  expectedSeconds: editSeconds,
  reply: pictureReply,
}

/**
 * The steps, limited to a layer.
 *
 * @throws ServiceError `instruction_refused` for a step that would change other parts of the picture
 */
function withinLayer(steps: readonly EditStep[], layer: LayerId): EditStep[] {
  const outside = steps.filter((step) => !isPartialStep(step) || (step.within !== undefined && step.within !== layer))
  if (outside.length > 0) {
    throw refusal(
      outside.map((step): NotDone => ({ text: describeStep(step), obstacle: 'place', about: `the layer ${layer}` })),
      'instruction',
    )
  }
  return steps.map((step) => (isPartialStep(step) ? { ...step, within: layer } : step))
}

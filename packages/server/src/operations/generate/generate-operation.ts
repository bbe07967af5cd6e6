import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { CREDITS } from '../prices.ts'
import { pictureModel } from '../tables/picture-models.ts'
import { GENERATING } from './generate-declaration.ts'
import { type GenerateDetails, type GenerateParams, synthesisFor } from './generate-params.ts'

/** The older form of generating: by model, without references. */
export interface GenerateByModelParams extends GenerateParams {
  readonly model: NonNullable<Schemas['GenerateRequest']['model']>
}

export const generate = defineOperation<'generate', GenerateByModelParams, GenerateDetails>({
  name: 'generate',
  ...GENERATING,
  bodies: {
    'images.generate': ({ prompt, style, model, aspect_ratio, count }, context) => ({
      prompt,
      model,
      aspect_ratio,
      count,
      ...(style && { style }),
      long_side: pictureModel(model).maxSide,
      engine: synthesisFor(prompt, context, model),
    }),
  },
  credits: ({ engine, model, count }) => (engine === 'preview' ? 0 : CREDITS.model[model] * count),
})

import type { Schemas } from '../../contract/index.ts'

type ModelId = NonNullable<Schemas['GenerateRequest']['model']>

interface PictureModel {
  readonly id: ModelId
  readonly name: string
  /** The longest side of its pictures in /api/generate, in pixels. */
  readonly maxSide: number
}

/** The models of the contract, which fixes their ids, prices and sizes. What each supports is our choice. */
export const PICTURE_MODELS: readonly PictureModel[] = [
  { id: 'flux-2-pro', name: 'FLUX.2 Pro', maxSide: 1024 },
  { id: 'seeddream', name: 'Seedream', maxSide: 2048 },
  { id: 'flux-2-max', name: 'FLUX.2 Max', maxSide: 2048 },
]

/** @throws Error for a model that the document does not name */
export function pictureModel(id: ModelId): PictureModel {
  const model = PICTURE_MODELS.find((one) => one.id === id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

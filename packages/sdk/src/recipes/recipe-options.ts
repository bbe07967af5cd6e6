import type { ProcessRequest } from '../generated/schema.d.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'
import type { Recipe } from './recipe.ts'
import { type NameParts, recipeName } from './recipe-names.ts'

/**
 * The options of `enhanceFolder`, `estimateFolder` and `planFolder` that a recipe says.
 *
 * @throws PlatelightError `invalid_input` for a recipe of `steps`, which is one for `images.process`.
 *
 * @example
 * await enhanceFolder(client, './menu', { ...folderOptionsOf(recipe), maxCredits: 40 })
 */
export function folderOptionsOf({ title: _, steps, scale: __, format: ___, names, ...options }: Recipe) {
  if (steps)
    throw new PlatelightError('invalid_input', 'A recipe of steps is one for images.process, not for a folder run.')
  const naming = ({ stem, ...parts }: Omit<NameParts, 'dish'> & { readonly stem: string }) =>
    recipeName(names ?? '', { dish: stem, ...parts })
  return { ...options, ...(names !== undefined && { naming }) }
}

/**
 * The fields of `images.process` that a recipe says; its pictures are missing.
 *
 * @throws PlatelightError `invalid_input` for a recipe without `steps`.
 *
 * @example
 * await client.images.process({ image_urls, ...processParamsOf(recipe) })
 */
export function processParamsOf({ steps, scale, format }: Recipe): Pick<ProcessRequest, 'steps' | 'scale' | 'format'> {
  if (!steps)
    throw new PlatelightError(
      'invalid_input',
      'A recipe without steps is one for a folder run, not for images.process.',
    )
  return { steps, ...(scale !== undefined && { scale }), ...(format !== undefined && { format }) }
}

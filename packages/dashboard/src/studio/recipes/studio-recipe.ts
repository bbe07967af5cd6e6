import type { Recipe } from '@platelight/sdk/recipes'
import { OPERATIONS } from '../../generated/operations.ts'
import type { Wish } from '../shots.ts'
import type { Work } from '../work/studio-operation.ts'

export const isRecipeFile = ({ name }: Pick<File, 'name'>): boolean => /\.ya?ml$/i.test(name)

/** What the form takes of a recipe. */
export interface OpenedRecipe {
  readonly wish?: Wish
  readonly work?: Work | undefined
  /** The fields that only the command line and the client can do. */
  readonly left: readonly string[]
}

/** The recipe as far as one form says it: crops, one step, or one platform. */
export function openedRecipe({
  title: _,
  steps,
  scale,
  format,
  platforms = [],
  names,
  ...crops
}: Recipe): OpenedRecipe {
  const left = names === undefined ? [] : ['names']
  const workOf = (name: string, options: Work['options']): Work | undefined => {
    const operation = OPERATIONS.find((one) => one.name === name)
    return operation && { operation, options }
  }
  if (steps) {
    const [step = '', ...more] = steps
    const options = { ...(scale && step === 'upscale' && { scale }), ...(format && { format }) }
    return { work: workOf(step.replaceAll('_', '-'), options), left: [...more, ...left] }
  }
  const [platform, ...others] = platforms
  if (platform !== undefined && !crops.formats)
    return { work: workOf('platform-optimize', { platform }), left: [...others, ...left] }
  const { preset = 'balanced', formats = ['square', 'portrait', 'landscape'], removeBackground = false } = crops
  return {
    wish: {
      preset,
      formats: [...new Set([...formats, 'original' as const])],
      removeBackground,
      upscale: crops.upscale ?? true,
    },
    left: [...platforms, ...left],
  }
}

const STEPS = ['upscale', 'remove-background', 'enhance-colors', 'relight']

/** The form as the text of a recipe; undefined for what no recipe can say. */
export function recipeText(wish: Wish, work: Work | undefined): string | undefined {
  const { operation, options } = work ?? {}
  const lines = operation ? linesOf(operation.name, options ?? {}) : linesOfWish(wish)
  return lines && ['# For platelight enhance, platelight process, and the studio.', ...lines, ''].join('\n')
}

const linesOfWish = ({ preset, formats, removeBackground, upscale }: Wish): string[] => [
  `preset: ${preset}`,
  `formats: [${formats.join(', ')}]`,
  `removeBackground: ${removeBackground}`,
  `upscale: ${upscale}`,
]

function linesOf(name: string, { platform, scale, format, ...others }: Work['options']): string[] | undefined {
  if (Object.keys(others).length > 0) return undefined
  if (name === 'platform-optimize') return platform === undefined ? undefined : [`platforms: [${platform}]`]
  if (!STEPS.includes(name)) return undefined
  return [
    `steps: [${name.replaceAll('-', '_')}]`,
    ...(scale === undefined ? [] : [`scale: ${scale}`]),
    ...(format === undefined ? [] : [`format: ${format}`]),
  ]
}

import { BUILT_IN } from '../../../packages/server/src/operations/platforms/platform-registry.ts'
import { withPrices } from '../fill/fill-prices.ts'
import { mergedSchema } from '../read/merged-schema.ts'
import type { Json, JsonObject, OpenApi } from '../read/openapi-model.ts'

/** The fields of a recipe that are fields of POST /v1/photos/enhance, and those of POST /api/process. */
const OF_ENHANCE = ['preset', 'formats', 'removeBackground', 'upscale'] as const
const OF_PROCESS = ['steps', 'scale', 'format'] as const
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'
const ABOUT_STEPS = 'Belongs to `steps`.'

/**
 * The JSON Schema of `*.recipe.yaml`, for editors and for `@platelight/sdk/recipes`. Fields of requests are those of the
 * document. Of JSON Schema it uses draft 7, which editors of YAML read.
 */
export function recipeSchema(document: OpenApi): string {
  const { PhotoEnhanceRequest, ProcessRequest, PlatformId } = document.components.schemas
  const fields = (request: JsonObject | undefined, names: readonly string[]) => {
    const properties = (request?.properties ?? {}) as JsonObject
    return Object.fromEntries(names.map((name) => [name, plain(properties[name], name, document)]))
  }
  const { pattern, minLength, maxLength } = mergedSchema(PlatformId, document)
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Recipe of Platelight',
    description: 'What to make of each photo of a folder: `*.recipe.yaml`.',
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 80, pattern: ONE_LINE, description: 'What the recipe is for.' },
      ...fields(PhotoEnhanceRequest, OF_ENHANCE),
      platforms: {
        title: 'platforms',
        type: 'array',
        minItems: 1,
        maxItems: 40,
        uniqueItems: true,
        description:
          'Slots of platforms to fit each photo to, each {credits platform-optimize}. Without `formats` nothing else is made.',
        // The first lets editors complete a name. A server may have platforms of its own.
        items: {
          title: 'platform',
          type: 'string',
          ...{ minLength, maxLength, pattern },
          anyOf: [{ enum: BUILT_IN.map(({ id }) => id) }, { pattern }],
        },
      },
      ...fields(ProcessRequest, OF_PROCESS),
      names: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description:
          'Names of the results without their extension, such as `{dish}-{format}`. `{dish}` is the name of the photo, `{format}` that of the crop, `{platform}` that of the platform, `{date}` the day on which the photo was last changed. One that a result does not have is left out, with the dash, dot or space before it.',
      },
    },
    dependencies: {
      scale: ['steps'],
      format: ['steps'],
      steps: { not: oneOf([...OF_ENHANCE, 'platforms']) },
    },
    // What only a crop has would be without effect.
    not: {
      required: ['platforms'],
      not: { required: ['formats'] },
      ...oneOf(OF_ENHANCE.filter((name) => name !== 'formats')),
    },
  }
  return `${withPrices(JSON.stringify(schema, null, 2))}\n`
}

const oneOf = (names: readonly string[]) => ({ anyOf: names.map((name) => ({ required: [name] })) })

/** A field of the document with its references followed, and without what only the document needs. */
function plain(field: Json | undefined, name: string, document: OpenApi): JsonObject {
  const { type, description = '', items, ...rest } = mergedSchema(field, document)
  const kept = ['enum', 'default', 'minItems', 'maxItems', 'uniqueItems'].filter((key) => rest[key] !== undefined)
  const { enum: values, title } = items ? mergedSchema(items, document) : ({} as JsonObject)
  const isProcess = OF_PROCESS.slice(1).some((other) => other === name)
  return {
    title: title ?? name,
    type,
    ...Object.fromEntries(kept.map((key) => [key, rest[key]])),
    description: isProcess ? `${description} ${ABOUT_STEPS}` : description,
    ...(items && { items: { title: name.replace(/s$/, ''), type: 'string', enum: values } }),
  }
}

import { document } from '../../src/contract/openapi-document.ts'
import { resolve, type Schema } from '../../src/contract/openapi-types.ts'
import { type Endpoint, readEndpoints } from '../../src/http/endpoints/endpoint-table.ts'

export type Body = Readonly<Record<string, unknown>>

/** Two requests that differ in one option only. */
export interface Comparison {
  readonly option: string
  readonly bodies: readonly [Body, Body]
}

/** Pictures that requests name. */
export interface Pictures {
  readonly dish: string
  readonly other: string
  readonly logo: string
  readonly mask: string
  readonly otherMask: string
  /** A PDF. */
  readonly menu: string
}

const LEFT = { x: 0.05, y: 0.05, width: 0.3, height: 0.3 }
const RIGHT = { x: 0.65, y: 0.6, width: 0.3, height: 0.3 }

/** The two values of options for which their schema gives none, by name or by operationId and name. */
const valuesFor = ({
  dish,
  other,
  logo,
  mask,
  otherMask,
  menu,
}: Pictures): Readonly<Record<string, readonly [unknown, unknown]>> => ({
  image: [dish, other],
  image_url: [dish, other],
  imageUrl: [dish, other],
  image_urls: [
    [dish, other],
    [other, dish],
  ],
  references: [
    [dish, other],
    [other, dish],
  ],
  reference_url: [dish, other],
  reference_images: [[], [dish]],
  logo_url: [undefined, logo],
  mask_url: [mask, otherMask],
  box: [LEFT, RIGHT],
  subject: [undefined, { point: { x: 0.1, y: 0.1 } }],
  'mobile.enhance.subject': [undefined, '{"point":{"x":0.1,"y":0.1}}'],
  'mobileJobs.enhance.subject': [undefined, '{"point":{"x":0.1,"y":0.1}}'],
  prompt: ['brighter', 'much warmer'],
  'images.generate.prompt': ['Tacos on slate', 'Ramen on white'],
  'images.generateV2.prompt': ['Tacos on slate', 'Ramen on white'],
  'images.compose.prompt': ['the burger in front, on slate', 'on a wooden table'],
  'images.enrich.prompt': ['Tacos on slate', 'Ramen on white'],
  'mobile.create.prompt': ['Tacos on slate', 'Ramen on white'],
  'mobileJobs.create.prompt': ['Tacos on slate', 'Ramen on white'],
  'mobileJobs.generate.prompt': ['Tacos on slate', 'Ramen on white'],
  headline: ['Today', 'Tomorrow'],
  offer: ['', '12.50 €'],
  items_json: ['[]', '[{"name":"Gyoza","price":"6.90 €"}]'],
  source_text: ['', 'Gyoza  6.90 €'],
  logo_image: [undefined, logo],
  pdf: [undefined, menu],
  'mobile.assets.prompt': ['elegant', 'playful'],
  'mobileJobs.assets.prompt': ['elegant', 'playful'],
  'mobile.captionCopy.prompt': ['Tacos on slate', 'Ramen on white'],
  'mobile.captionCopy.image_urls': [[], [dish]],
  instruction: ['brighter', 'much warmer'],
  'mobileJobs.compose.instruction': ['on slate', 'on a wooden table'],
  'images.generate.count': [1, 2],
  weights: [undefined, [0.8, 0.2]],
  names: [
    ['burger', 'fries'],
    ['fries', 'burger'],
  ],
  formats: [['square'], ['portrait']],
  // Others take long.
  'images.edit.resolution': [undefined, '2K'],
  'mobile.chatEdit.resolution': [undefined, '2K'],
  'mobileJobs.chatEdit.resolution': [undefined, '2K'],
  'images.generateV2.resolution': ['1K', '2K'],
  'mobile.create.resolution': ['1K', '2K'],
  'mobileJobs.create.resolution': ['1K', '2K'],
  'mobileJobs.generate.resolution': ['1K', '2K'],
  'mobile.enhance.resolution': ['1K', '2K'],
  'mobileJobs.enhance.resolution': ['1K', '2K'],
  aspect_ratio: [undefined, '1:1'],
  locale: ['en', 'de'],
  steps: [['relight'], ['enhance_colors']],
  params: [{}, { preset: 'dark_moody' }],
  platform: ['ubereats.item', 'google.photo'],
  'images.batchProcess.operation': ['enhance', 'enhance-colors'],
  'images.inpaint.layer': ['dish', 'shadows'],
  'exports.platform.format': [undefined, 'png'],
  enhancements: ['[]', '["sharpen"]'],
  motion_details: ['', 'towards the moon'],
  configuration: ['{}', '{"table":4}'],
  angle: ['', 'from the moon'],
  customPrompt: ['', 'much warmer'],
  editAreaDetails: ['', 'much warmer'],
  business_name: ['Gelso', 'Montefiascone'],
})

/** What the other fields of a request are when an option needs them to matter, by operationId and name. */
const given = ({ dish, other }: Pictures): Readonly<Record<string, Body>> => ({
  // Not enlarged, and one shot: three large ones take long.
  'photos.enhance': { upscale: false, formats: ['square'] },
  'images.inpaint': { box: LEFT },
  'images.inpaint.mask_url': { box: undefined },
  'images.inpaint.layer': { box: undefined },
  'images.edit': { prompt: 'brighter' },
  // A step that needs a generator: with `partial`, the rest is done without it.
  'images.edit.partial': { prompt: 'brighter, add a lemon' },
  'mobile.chatEdit.partial': { instruction: 'brighter, add a lemon' },
  'mobileJobs.chatEdit.partial': { instruction: 'brighter, add a lemon' },
  // A part of the picture is found by its dish.
  'images.edit.subject': { prompt: 'blur the background' },
  'mobile.chatEdit.subject': { instruction: 'blur the background' },
  'mobileJobs.chatEdit.subject': { instruction: 'blur the background' },
  'mobileJobs.enhance.subject': { editArea: 'background' },
  'mobile.enhance.subject': { editArea: 'background' },
  'images.inpaint.subject': { box: undefined, layer: 'dish' },
  // The whole photo is developed by the dish; a point moves it where it is cut out.
  'images.enhance.subject': { options: { remove_background: true } },
  'images.compose': { names: ['burger', 'fries'] },
  'images.process.scale': { steps: ['upscale'] },
  'images.process.subject': { steps: ['remove_background'] },
  'images.batchProcess': { operation: 'enhance' },
  'images.menuConsistency': { image_urls: [dish, other] },
  'mobile.assets': { headline: 'Today', resolution: '1K' },
  'mobileJobs.assets': { headline: 'Today', resolution: '1K' },
})

/** The value of an option in a body. */
export const valueIn = (body: Body, option: string): unknown =>
  option.split('.').reduce<unknown>((value, name) => (value as Body | undefined)?.[name], body)

/** The endpoints that perform an operation and are built. */
export const optionEndpoints = readEndpoints(document).filter(
  ({ imageOperations, body, retired, source }) =>
    imageOperations.length > 0 && body && retired === undefined && source['x-operation'] !== undefined,
)

const bodyOf = ({ body }: Endpoint): Schema => {
  const schema = body?.json ?? body?.form
  if (!schema) throw new Error('it has no body')
  return resolve(document, schema)
}

/** Every option of a body: its fields, and those of an object with fields that can be left out. */
export const optionsOf = (endpoint: Endpoint): readonly (readonly [string, Schema])[] =>
  Object.entries(bodyOf(endpoint).properties ?? {}).flatMap(([name, property]) => {
    const schema = { ...resolve(document, property), ...property }
    const isGroup = schema.properties !== undefined && schema.default !== undefined
    if (!isGroup) return [[name, schema] as const]
    return Object.entries(schema.properties ?? {}).map(
      ([inner, one]) => [`${name}.${inner}`, { ...resolve(document, one), ...one }] as const,
    )
  })

/** Two values by the schema; undefined if it does not give them. */
function valuesBySchema(schema: Schema, isRequired: boolean): readonly [unknown, unknown] | undefined {
  const { default: fallback } = schema
  const listed = schema.enum ?? schema['x-known-values']
  if (listed) {
    // What can be left out is, which is the request that other options are compared with, too.
    const first = fallback ?? (isRequired ? listed[0] : undefined)
    const last = listed.filter((value) => value !== first).at(-1)
    return last === undefined ? undefined : [first, last]
  }
  if (schema.type === 'boolean') return [fallback ?? false, !(fallback ?? false)]
  const { minimum, maximum } = schema
  if (minimum === undefined || maximum === undefined) return undefined
  return [minimum, schema.type === 'integer' ? minimum + 1 : maximum]
}

/** Makes the pairs of requests, and remembers which lines of the tables they used. */
export function createComparisons(pictures: Pictures) {
  const [values, fields] = [valuesFor(pictures), given(pictures)]
  const used = new Set<string>()
  const inTable = <T>(table: Readonly<Record<string, T>>, ...keys: string[]): T | undefined => {
    const key = keys.find((one) => Object.hasOwn(table, one))
    if (key !== undefined) used.add(key)
    return key === undefined ? undefined : table[key]
  }
  const valuesOf = (endpoint: Endpoint, name: string, schema: Schema): readonly [unknown, unknown] => {
    const { id } = endpoint
    const isRequired = bodyOf(endpoint).required?.includes(name) ?? false
    const found = inTable(values, `${id}.${name}`) ?? valuesBySchema(schema, isRequired) ?? inTable(values, name)
    if (!found)
      throw new Error(`${id} has an option ${name} without two values: add them to test/support/option-values.ts`)
    return found
  }
  const withValue = (body: Body, name: string, value: unknown): Body => {
    const [outer = name, inner] = name.split('.')
    return { ...body, [outer]: inner === undefined ? value : { [inner]: value } }
  }
  return {
    /** The least that an endpoint takes. */
    base(endpoint: Endpoint): Body {
      const { required = [], properties = {} } = bodyOf(endpoint)
      const needed = required.map((name) => [name, valuesOf(endpoint, name, resolve(document, properties[name]!))[0]])
      return { ...Object.fromEntries(needed), ...inTable(fields, endpoint.id) }
    },

    of(endpoint: Endpoint, [option, schema]: readonly [string, Schema]): Comparison {
      const base = { ...this.base(endpoint), ...inTable(fields, `${endpoint.id}.${option}`) }
      const [one, two] = valuesOf(endpoint, option, schema)
      return { option, bodies: [withValue(base, option, one), withValue(base, option, two)] }
    },

    /** A request between two that differ in an amount. */
    between({ option, bodies: [one, two] }: Comparison): Body {
      const [least, most] = [valueIn(one, option), valueIn(two, option)]
      return withValue(one, option, (Number(least) + Number(most)) / 2)
    },

    /** Lines of the tables that no option needed. */
    unused: () => [...Object.keys(values), ...Object.keys(fields)].filter((key) => !used.has(key)),
  }
}

/** A parameter of an operation, from the OpenAPI document. */
export interface Parameter {
  /** Name of the field on the wire. */
  readonly name: string
  /**
   * `picture` and `pictures` are URLs; a file may be given instead. `numbers` is an object of numbers, typed as a
   * comma-separated list in the order of `fields`. `json` is anything else.
   */
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'picture' | 'pictures' | 'numbers' | 'json'
  readonly required: boolean
  readonly about: string
  readonly choices?: readonly (string | number)[]
  /** Regular expression that a text must match. */
  readonly pattern?: string
  readonly min?: number
  readonly max?: number
  /** The server's default. Shown in help, never sent. */
  readonly default?: unknown
  readonly fields?: readonly string[]
  /** The object of the body that holds the field, if the body itself does not. */
  readonly within?: string
}

/** A picture operation of the OpenAPI document. */
export interface CatalogueEntry {
  /** Name of the command. */
  readonly name: string
  /** The group of the client that contains the method. Default `images`. */
  readonly noun?: 'images' | 'exports' | 'mobile'
  /** Method of that group. */
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The job type that does the same work in the queue, with progress and without a deadline. */
  readonly job?: 'upscale' | 'compose'
  /** Maximum time to wait for a call. */
  readonly deadlineSeconds?: number
  /** The input of a call: one picture, several pictures, or text. */
  readonly input: 'picture' | 'pictures' | 'words'
  /** Field of the reply that holds the result: a URL, several pictures, layers with masks, or text. */
  readonly result: 'result_url' | 'enhanced_url' | 'images' | 'layers' | 'prompt' | 'caption'
  /** A call with several pictures returns one result per picture, in the same order, instead of one in total. */
  readonly resultEach?: boolean
  /** Names of the results if each photo has several, such as the layers of smart-layers. */
  readonly parts?: readonly string[]
  /** Exactly one of these parameters must be given. */
  readonly oneOf?: readonly string[]
  /** Maximum number of pictures per call. */
  readonly most?: number
  readonly parameters: readonly Parameter[]
}

/**
 * Whether the result is what somebody says in words. Other words give another result under the same name, so an existing one is
 * no reason to leave it out.
 */
export const followsWords = ({ input, parameters }: Pick<CatalogueEntry, 'input' | 'parameters'>): boolean =>
  input === 'words' || (input === 'pictures' && parameters.some(({ name }) => name === 'prompt'))

/** Whether the result is text, which is printed and not saved. */
export const isText = ({ result }: Pick<CatalogueEntry, 'result'>): boolean =>
  result === 'prompt' || result === 'caption'

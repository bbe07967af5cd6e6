/** One parameter of an operation, as the document describes it. */
export interface Parameter {
  /** Name of the field on the wire. */
  readonly name: string
  /**
   * `picture` and `pictures` are addresses, for which a file may be given; `numbers` an object of numbers, typed with
   * commas between them in the order of `fields`; `json` anything else.
   */
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'picture' | 'pictures' | 'numbers' | 'json'
  readonly required: boolean
  readonly about: string
  readonly choices?: readonly (string | number)[]
  /** What a text must look like. */
  readonly pattern?: string
  readonly min?: number
  readonly max?: number
  /** What the server takes where it is left out. Shown, never sent. */
  readonly default?: unknown
  readonly fields?: readonly string[]
}

/** An operation on pictures that the document knows and the server does. */
export interface CatalogueEntry {
  /** Name of the command. */
  readonly name: string
  /** Where the client has it, `client.images` by default. */
  readonly noun?: 'images' | 'exports'
  /** Method of that noun. */
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The type of the queue job that does the same work, with progress and for as long as it takes. */
  readonly job?: 'upscale'
  /** How long a call of it is waited for. */
  readonly deadlineSeconds?: number
  /** What it starts from: each picture by itself, several together, or words. */
  readonly input: 'picture' | 'pictures' | 'words'
  /** Field of the answer with the address of the picture, with several pictures, with layers and their masks, or words. */
  readonly result: 'result_url' | 'enhanced_url' | 'images' | 'layers' | 'prompt'
  /** Several pictures together have a result each, in their order, rather than one. */
  readonly resultEach?: boolean
  /** What its results are called where each photo has several, as the layers of smart-layers are. */
  readonly parts?: readonly string[]
  /** Of these parameters exactly one is given. */
  readonly oneOf?: readonly string[]
  /** So many pictures go into one call. */
  readonly most?: number
  readonly parameters: readonly Parameter[]
}

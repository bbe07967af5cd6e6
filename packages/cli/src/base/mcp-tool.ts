/** A tool for assistants: an operation of the OpenAPI document. */
export interface McpTool {
  /** The operationId with an underscore: `images_upscale`. */
  readonly name: string
  /** The method of the client: `images.upscale`. */
  readonly call: string
  readonly method: string
  readonly path: string
  readonly title: string
  readonly description: string
  /** Whether a call may cost credits. */
  readonly isPaid: boolean
  /** Whether its pictures are sent as files of a form, so that they cannot be addresses. */
  readonly isForm: boolean
  /** Fields that hold pictures. */
  readonly pictures: readonly string[]
  /** JSON Schema of its arguments. */
  readonly input: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, object>>
    readonly required?: readonly string[]
    readonly additionalProperties: false
  }
}

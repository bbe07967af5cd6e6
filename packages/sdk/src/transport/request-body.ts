/** A request body with its headers. */
export interface Body {
  readonly body: FormData | ReadableStream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

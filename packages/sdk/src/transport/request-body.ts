/** A request body with the headers it needs. */
export interface Body {
  readonly body: FormData | ReadableStream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

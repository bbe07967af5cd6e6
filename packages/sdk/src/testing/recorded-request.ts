/** A file in a form. */
export interface RecordedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A request that a client sent to the fake. */
export interface RecordedRequest {
  /** The name of the method of the client, such as `photos.enhance`; `download` for a file, `unknown` for any other path. */
  readonly operation: string
  readonly method: string
  /** The path with its values, without the query. */
  readonly path: string
  /** The values in the path, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON, or the fields of a form, where a field that occurs twice is a list; undefined without a body. */
  readonly body: unknown
  /** When it was sent, by the clock of the fake. */
  readonly at: number
}

/** Reads the body of a request: JSON, or the fields of a form. */
export async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!request.body || type === '') return undefined
  if (!/form/.test(type)) {
    const text = await request.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  const form = await request.formData()
  const fields: Record<string, unknown> = {}
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map(fieldOf))
    fields[name] = values.length === 1 ? values[0] : values
  }
  return fields
}

async function fieldOf(value: string | File): Promise<string | RecordedFile> {
  if (typeof value === 'string') return value
  return { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) }
}

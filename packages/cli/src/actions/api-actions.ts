import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf } from '../base/exit-codes.ts'
import { type ApiBody, bodyOf, headersOf, queryOf } from '../base/request-fields.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { sameServer } from '../credentials/find-credential.ts'

export interface ApiFlags {
  readonly rawField?: readonly string[]
  readonly field?: readonly string[]
  readonly input?: string
  readonly header?: readonly string[]
  readonly include?: boolean
  readonly paginate?: boolean
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const DEADLINE_MS = 310_000

/** `platelight api`: sends one request, or reads every page of a list. The exit code depends on the HTTP status. */
export async function callApi(typedMethod: string, path: string, flags: ApiFlags, context: Context): Promise<ExitCode> {
  const method = typedMethod.toUpperCase()
  if (!METHODS.includes(method)) {
    throw new CliError(`There is no method "${typedMethod}". There are: ${METHODS.join(', ')}.`)
  }
  if (flags.paginate && method !== 'GET') throw new CliError('--paginate is for GET.')
  const headers = headersOf(flags.header ?? [])
  // Read the input before connecting, so that no server is started for unreadable input.
  const inQuery = ['GET', 'HEAD', 'DELETE'].includes(method)
  const query = inQuery ? queryOf(flags) : []
  const body = inQuery && flags.input === undefined ? undefined : await bodyOf(flags, context.environment, inQuery)
  const call = async (connection: Connection) => {
    const url = addressOf(path, connection.client.baseUrl)
    for (const [name, value] of query) url.searchParams.append(name, value)
    let code: ExitCode = EXIT.ok
    let cursor: string | null = null
    do {
      if (cursor !== null) url.searchParams.set('cursor', cursor)
      const response = await send(connection, method, url, headers, body, context)
      const text = Buffer.from(await response.arrayBuffer())
      if (flags.include) context.print(headOf(response))
      await write(text, response, context)
      code = response.status < 400 ? EXIT.ok : exitCodeOf({ status: response.status })
      const next: string | null = flags.paginate && code === EXIT.ok ? cursorIn(text) : null
      if (next !== null && next === cursor)
        throw new CliError('The server gave the same cursor twice.', EXIT.unexpected)
      cursor = next
    } while (cursor !== null)
    return code
  }
  return withConnection(context, call, { needsKey: !headers.has('authorization'), keyIsOptional: true })
}

/** @throws CliError for an address on another server, because the credential would be sent there. */
function addressOf(path: string, baseUrl: string): URL {
  if (/^https?:\/\//i.test(path)) {
    if (sameServer(path, baseUrl)) return new URL(path)
    throw new CliError(
      `${path} is not on ${baseUrl}, and your credential is sent to no other server. Give a path such as /api/styles.`,
      EXIT.usage,
      'other_server',
    )
  }
  const url = new URL(`${baseUrl}/${path.replace(/^\/+/, '')}`)
  if (sameServer(url.href, baseUrl)) return url
  throw new CliError(`${path} leads away from ${baseUrl}.`, EXIT.usage, 'other_server')
}

async function send(
  { fetch, secret }: Connection,
  method: string,
  url: URL,
  typedHeaders: Headers,
  body: ApiBody | undefined,
  { settings }: Context,
): Promise<Response> {
  const headers = new Headers(typedHeaders)
  if (secret !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${secret}`)
  if (body?.type !== undefined && !headers.has('content-type')) headers.set('content-type', body.type)
  const ms = settings.timeoutMs ?? DEADLINE_MS
  const signal = AbortSignal.timeout(ms)
  try {
    // Redirects are shown, not followed: the credential must not reach another server.
    const request = new Request(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body && { body: body.content }),
    })
    return await fetch(request)
  } catch (error) {
    if (signal.aborted) throw new CliError(`No answer within ${ms / 1000} s.`, EXIT.unreachable, 'timeout')
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new CliError(`The server cannot be reached: ${reason}.`, EXIT.unreachable, 'connection_failed')
  }
}

const headOf = ({ status, statusText, headers }: Response): string =>
  [`HTTP/1.1 ${status} ${statusText}`.trimEnd(), ...[...headers].map(([name, value]) => `${name}: ${value}`), ''].join(
    '\n',
  )

async function write(bytes: Buffer, response: Response, { environment: { stdout }, print }: Context): Promise<void> {
  if (bytes.length === 0) return
  if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) {
    // Indented on a terminal; programs get the bytes as they came.
    return print(stdout.isTTY ? pretty(bytes) : bytes.toString('utf8').trimEnd())
  }
  if (
    stdout.isTTY &&
    /^(image|video|application\/(octet-stream|zip|pdf))/.test(response.headers.get('content-type') ?? '')
  ) {
    throw new CliError('A file cannot be shown in the terminal. Redirect it with > or |.')
  }
  await new Promise<void>((resolve, reject) => {
    stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function pretty(bytes: Buffer): string {
  try {
    return JSON.stringify(JSON.parse(bytes.toString('utf8')), null, 2)
  } catch {
    return bytes.toString('utf8')
  }
}

function cursorIn(bytes: Buffer): string | null {
  try {
    const { next_cursor, nextCursor } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
    const cursor = next_cursor ?? nextCursor
    return typeof cursor === 'string' ? cursor : null
  } catch {
    return null
  }
}

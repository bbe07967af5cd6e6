import { createHash } from 'node:crypto'
import { Platelight } from '@platelight/sdk'
import { DEADLINE_MS, type Finding } from './doctor-finding.ts'

/** Compares the server's API document with the one that this client was generated from. */
export async function checkContract(fetch: (request: Request) => Promise<Response>, baseUrl: string): Promise<Finding> {
  const name = 'contract'
  try {
    const response = await fetch(new Request(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(DEADLINE_MS) }))
    const served = response.ok ? hashOf(await response.text()) : undefined
    if (served === undefined) return { name, state: 'warn', message: `/openapi.json answers ${response.status}` }
    const clientHash = await readClientHash()
    if (served === clientHash) return { name, state: 'ok', message: `${clientHash}, the same for client and server` }
    return {
      name,
      state: 'warn',
      message: `the server's is ${served}, this client was generated from ${clientHash}`,
      advice: 'Most commands work. If one is refused, install the same version on both sides.',
    }
  } catch (error) {
    return { name, state: 'warn', message: `/openapi.json cannot be read: ${(error as Error).message}` }
  }
}

/** The hash of a served document, without whitespace and server addresses; undefined if it is not JSON. */
export function hashOf(text: string): string | undefined {
  try {
    const { servers: _, ...document } = JSON.parse(text) as Record<string, unknown>
    return createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
  } catch {
    return undefined
  }
}

/** The hash in the client's User-Agent, read from a request that is not sent. */
async function readClientHash(): Promise<string> {
  let agent = ''
  const client = new Platelight({
    apiKey: '',
    baseUrl: 'http://127.0.0.1',
    fetch: async ({ headers }) => {
      agent = headers.get('user-agent') ?? ''
      return Response.json({})
    },
  })
  await client.service.health()
  return /document ([0-9a-f]+)/.exec(agent)?.[1] ?? 'unknown'
}

import { createHash } from 'node:crypto'
import { Platelight } from '@platelight/sdk'
import { DEADLINE_MS, type Finding } from './doctor-finding.ts'

/** Whether the server speaks the contract that this client was made from. */
export async function checkContract(fetch: (request: Request) => Promise<Response>, baseUrl: string): Promise<Finding> {
  const name = 'contract'
  try {
    const response = await fetch(new Request(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(DEADLINE_MS) }))
    const served = response.ok ? hashOf(await response.text()) : undefined
    if (served === undefined) return { name, state: 'warn', message: `/openapi.json answers ${response.status}` }
    const own = await ownHash()
    if (served === own) return { name, state: 'ok', message: `${own}, the same here and there` }
    return {
      name,
      state: 'warn',
      message: `the server's is ${served}, this client was made from ${own}`,
      advice: 'Most commands work. If one is refused, install the same version on both sides.',
    }
  } catch (error) {
    return { name, state: 'warn', message: `/openapi.json cannot be read: ${(error as Error).message}` }
  }
}

/** The hash of a served document; undefined where it is none. Whitespace and the server's own address are not its content. */
export function hashOf(text: string): string | undefined {
  try {
    const { servers: _, ...document } = JSON.parse(text) as Record<string, unknown>
    return createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
  } catch {
    return undefined
  }
}

/** The hash the client names itself with, taken from a request that is not sent. */
async function ownHash(): Promise<string> {
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

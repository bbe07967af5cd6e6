import type { Command } from 'commander'
import { optionEndpoints } from '../../../server/test/support/option-values.ts'
import type { CliEnvironment } from '../../src/base/cli-environment.ts'
import { createProgram } from '../../src/create-program.ts'
import { CATALOGUE } from '../../src/generated/operation-catalogue.ts'
import { type Answer, fakeApi, type Routes, refusal } from './fake-api.ts'

/** Commands that are declared one by one, and the operation that they perform. All others are in the catalogue. */
const DECLARED: Readonly<Record<string, string>> = { enhance: 'photos.enhance', process: 'images.process' }

const { program } = createProgram({ stdout: {}, stderr: {} } as CliEnvironment)

function commandOf(id: string): Command | undefined {
  const entry = CATALOGUE.find(({ noun = 'images', method }) => `${noun}.${method}` === id)
  const name = entry?.name ?? Object.keys(DECLARED).find((one) => DECLARED[one] === id)
  return program.commands.find((one) => one.name() === name)
}

/** The commands that perform an operation, and its endpoint. */
export const performed = optionEndpoints.flatMap((endpoint) => {
  const found = commandOf(endpoint.id)
  return found ? [{ endpoint, found, id: endpoint.id, name: found.name() }] : []
})

/** A server that records operations and refuses them, so that no command needs a reply of its own. */
export async function refusingServer(routes: Routes = {}) {
  const refused: Answer = refusal(400, 'prompt_required')
  const paths = ['/api/jobs/submit', ...optionEndpoints.map(({ path }) => path)]
  let uploads = 0
  const api = await fakeApi({
    ...Object.fromEntries(paths.map((path) => [`POST ${path}`, refused])),
    'POST /api/mobile/uploads': () => ({ json: { id: 'a.jpg', url: `https://example.com/${++uploads}.jpg` } }),
    'POST /api/estimate': { json: { credits_each: 1, credits: 1, available_credits: 9, affordable: true } },
    'GET /api/account/credits': { json: { credits: 9 } },
    ...routes,
  })
  const env = { PLATELIGHT_BASE_URL: api.url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  return { env, performed: () => api.seen.filter(({ path }) => paths.includes(path)) }
}

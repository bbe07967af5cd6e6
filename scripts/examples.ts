// Runs the examples like a user who copied them: installed from the packed packages, type-checked, and executed: `npm run
// examples`, or `npm run examples -- NAME` for one.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkEditByInstruction } from './examples/edit-by-instruction.ts'
import { checkEnhanceAFolder } from './examples/enhance-a-folder.ts'
import { checkGenerateAndPoll } from './examples/generate-and-poll.ts'
import { checkMarketingPoster } from './examples/marketing-poster.ts'
import { installed } from './examples/project.ts'
import { checkReceiveWebhooksExpress, checkReceiveWebhooksFetch } from './examples/receive-webhooks.ts'
import { pack } from './packages/pack.ts'

const CHECKS: Readonly<Record<string, (folder: string, work: string) => Promise<void>>> = {
  'enhance-a-folder': checkEnhanceAFolder,
  'edit-by-instruction': checkEditByInstruction,
  'generate-and-poll': checkGenerateAndPoll,
  'marketing-poster': checkMarketingPoster,
  'receive-webhooks-express': checkReceiveWebhooksExpress,
  'receive-webhooks-fetch': checkReceiveWebhooksFetch,
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const work = mkdtempSync(join(tmpdir(), 'platelight-examples-'))

try {
  const libraries = ['sdk', 'webhook-verifier'].map((label) => pack(join(root, 'packages', label), work))
  const all = readdirSync(join(root, 'examples'))
  const wanted = process.argv.slice(2)
  for (const name of wanted.length > 0 ? wanted : all) {
    const check = CHECKS[name]
    if (!check) throw new Error(`Nothing checks examples/${name}: add it to CHECKS.`)
    const folder = installed(join(root, 'examples', name), libraries, work)
    console.log(`ok   ${name}: installed and typechecked`)
    await check(folder, work)
    console.log(`ok   ${name}: does what its README says`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

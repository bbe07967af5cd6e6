// A run in its own process, which the test kills: `run-to-kill.ts URL CWD`.
import { Platelight } from '../../src/index.ts'
import { enhanceFolder } from '../../src/node-entry.ts'

const [baseUrl = '', cwd = ''] = process.argv.slice(2)
const client = new Platelight({ baseUrl, apiKey: 'pl_live_test', logLevel: 'off' })
await enhanceFolder(client, 'menu', {
  cwd,
  formats: ['square'],
  onEvent: (event) => void process.stdout.write(`${JSON.stringify(event)}\n`),
})

import { npm } from './project.ts'
import { checkReceiveWebhooks } from './receive-webhooks.ts'

/** Runs the example with Node. @throws when a reply is wrong, or it starts without a secret */
export async function checkReceiveWebhooksExpress(folder: string): Promise<void> {
  npm(folder, ['start', '--silent'], { env: { WEBHOOK_SECRET: '' }, expected: 1 })
  await checkReceiveWebhooks(folder, [process.execPath, 'index.js'])
}

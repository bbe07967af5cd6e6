import { spawnSync } from 'node:child_process'
import { workerdCommand } from '../packages/workerd.ts'
import { npm } from './project.ts'
import { checkReceiveWebhooks, ENV } from './receive-webhooks.ts'

/** The other runtimes of its README, tested if they are installed. */
const OTHERS = {
  bun: ['bun', 'index.js'],
  deno: ['deno', 'serve', '--allow-env', '--host', '127.0.0.1', '--port', '0', 'index.js'],
} as const

/** Runs the example with Node and as a Worker, and with Bun and Deno if installed. @throws when a reply is wrong */
export async function checkReceiveWebhooksFetch(folder: string): Promise<void> {
  npm(folder, ['start', '--silent'], { env: { WEBHOOK_SECRET: '' }, expected: 1 })
  await checkReceiveWebhooks(folder, [process.execPath, 'node.js'])
  await checkReceiveWebhooks(folder, await workerdCommand(folder, 'index.js', ENV))
  for (const [name, command] of Object.entries(OTHERS)) {
    if (spawnSync(name, ['--version']).status === 0) await checkReceiveWebhooks(folder, command)
    else console.log(`skip receive-webhooks-fetch: ${name} is not installed`)
  }
}

import { Platelight } from '@platelight/sdk'
import { commandWith, createKey } from '#server-testing/process'
import type { Account, Endpoint } from './facts.ts'
import type { Installation } from './installations.ts'
import type { ReceiverBehaviour, Receivers } from './receivers.ts'

export interface ChaosAccount extends Account {
  readonly key: string
  readonly email: string
}

/** An account that never runs out of credits, and one that does. */
const KITCHENS = [
  { name: 'rich', credits: 100_000 },
  { name: 'poor', credits: 12 },
] as const

const PHOTO_EVENTS = ['photo.enhancement.started', 'photo.enhancement.failed', 'photo.deleted'] as const

/** The subscriptions of the receivers. */
const ENDPOINTS: readonly { kitchen: string; manner: ReceiverBehaviour; events: Endpoint['events'] }[] = [
  { kitchen: 'rich', manner: 'steady', events: ['*'] },
  { kitchen: 'rich', manner: 'moody', events: ['*'] },
  { kitchen: 'rich', manner: 'silent', events: ['photo.enhancement.completed'] },
  { kitchen: 'rich', manner: 'absent', events: PHOTO_EVENTS },
  { kitchen: 'poor', manner: 'steady', events: ['*'] },
]

/** Creates the accounts of an installation that no server has used yet. */
export async function openAccounts({ dataFolder, url, env }: Installation): Promise<ChaosAccount[]> {
  const kitchens: ChaosAccount[] = []
  for (const { name, credits } of KITCHENS) {
    const email = `${name}@example.com`
    const { key, account } = await createKey(dataFolder, credits, email, env)
    const client = new Platelight({ apiKey: key, baseUrl: url, maxRetries: 5, logLevel: 'off' })
    kitchens.push({ id: account.id, name, email, key, client, granted: credits })
  }
  return kitchens
}

/** Grants credits like an operator, while the servers may be dying. */
export async function grant({ dataFolder, env }: Installation, kitchen: ChaosAccount, credits: number): Promise<void> {
  const options = ['--email', kitchen.email, '--credits', String(credits), '--data', dataFolder]
  await commandWith(env, 'credits', 'grant', ...options)
  kitchen.granted += credits
}

/** Creates the webhook endpoints of the accounts. */
export async function openEndpoints(kitchens: readonly ChaosAccount[], receivers: Receivers): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = []
  for (const { kitchen: owner, manner, events } of ENDPOINTS) {
    const kitchen = kitchens.find(({ name }) => name === owner)
    if (!kitchen) throw new Error(`there is no kitchen ${owner}`)
    const name = `${owner}-${manner}`
    const { id, secret } = await kitchen.client.webhookEndpoints.create({
      url: receivers.url(name, manner),
      events: [...events] as never,
    })
    receivers.knows(name, manner, secret)
    endpoints.push({ id, accountId: kitchen.id, name, manner, events })
  }
  return endpoints
}

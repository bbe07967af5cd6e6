// A minimal worker: graphile-worker, the picture work of one run in a thread, and its inserts and updates in as many
// transactions, on copies of the tables with their indexes and foreign keys. Every row that one of our runs writes here is
// written: the run twice, its two pictures, the marks of two blobs and their removal, the bytes of the account, the charge and
// the usage of the month. It has what it needs in the payload of its job, so it reads nothing, locks nothing, and stores no
// files. It has no fair order and no leases, tells nobody that a run has ended, and works on three runs at a time, where ours
// leaves one of three places to callers that wait.
// Usage: node --import tsx bare-graphile.ts postgres://… concurrency

import { createRequire } from 'node:module'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { dishPhoto } from '#server-testing/pictures'
import { poolEngine } from '#server-testing/queue'

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>

const require = createRequire(new URL('../../../../packages/server/package.json', import.meta.url))
const { run } = require('graphile-worker')
const { Pool } = require('pg')

const [, , connectionString, concurrency] = process.argv
// As many connections as one of our workers has.
const jobs = new Pool({ connectionString, max: 2 })
const statements = new Pool({ connectionString, max: 2 })
const worker = new URL('../../../../packages/server/dist/worker.js', import.meta.url)
const engine = poolEngine({ threads: 1, limits: DEFAULT_LIMITS, worker })
const photo = new Uint8Array(await dishPhoto({ width: 16, height: 12 }))

async function transaction(work: (query: Query) => Promise<void>) {
  const client = await statements.connect()
  try {
    await client.query('begin')
    await work((text, values) => client.query(text, values))
    await client.query('commit')
  } finally {
    client.release()
  }
}

const garbage = (blob: string) =>
  statements.query(
    'insert into bare.blob_garbage (blob, due_at) values ($1, $2) on conflict (blob) do update set due_at = $2',
    [blob, new Date().toISOString()],
  )

async function image(query: Query, id: string, role: string, blob: string) {
  await query(
    `insert into bare.run_images (run_id, position, role, name, blob, mime, width, height, bytes)
     values ($1, 0, $2, 'picture', $3, 'image/jpeg', 32, 24, 700)`,
    [id, role, blob],
  )
  await query('delete from bare.blob_garbage where blob = $1', [blob])
}

async function work({ id, account }: { id: string; account: string }) {
  const now = new Date().toISOString()
  await statements.query(
    `update bare.runs set state = 'running', attempts = attempts + 1, lease_owner = 'bare', lease_until = $2, started_at = $2
     where id = $1 and state = 'queued'`,
    [id, now],
  )
  await garbage(`in-${id}`)
  await transaction(async (query) => {
    await query('update bare.accounts set stored_bytes = stored_bytes + 700 where id = $1', [account])
    await image(query, id, 'source', `in-${id}`)
  })
  await engine.perform(
    { operation: 'upscale', params: { image_url: '', scale: 2 }, inputs: [new Uint8Array(photo)] },
    { signal: new AbortController().signal },
  )
  await garbage(`out-${id}`)
  await transaction(async (query) => {
    await query(
      `update bare.runs set state = 'succeeded', finished_at = $2, lease_owner = null, lease_until = null, progress = 100,
       outcome = '{}' where id = $1 and state = 'running'`,
      [id, now],
    )
    await image(query, id, 'output', `out-${id}`)
    await query(
      `insert into bare.credit_entries (account_id, kind, amount, credits, balance_after, reference, note, created_at)
       values ($1, 'charge', 0, 1, 1, $2, 'upscale', $3)`,
      [account, id, now],
    )
    await query(
      `insert into bare.monthly_usage (account_id, month, photos, credits) values ($1, $2, 0, 1)
       on conflict (account_id, month) do update set credits = bare.monthly_usage.credits + 1`,
      [account, now.slice(0, 7)],
    )
  })
}

await run({
  pgPool: jobs,
  concurrency: Number(concurrency),
  pollInterval: 1000,
  noHandleSignals: true,
  logger: new (require('graphile-worker').Logger)(() => () => {}),
  taskList: { bare: work },
})
console.log(JSON.stringify({ url: '' }))
process.on('SIGTERM', () => process.exit())

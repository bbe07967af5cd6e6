// The cost of choosing and claiming the next run, in a short queue and in a very long one of many accounts.

import {
  claimNextRun,
  type OpenDatabase,
  openPostgres,
  openSqlite,
  PRIORITY,
  type Priority,
} from '#server-testing/queue'
import { withPostgres } from '../postgres.ts'
import { median, type Row } from '../speed-row.ts'

const CLAIMS = 60
const LONG = { runs: 100_000, accounts: 1_000 }
const SHORT = { runs: 100, accounts: 10 }

export const claimOnSqlite: Row = {
  name: `SQLite: a claim among ${LONG.runs} waiting runs of ${LONG.accounts} accounts`,
  target: `within 2x of one among ${SHORT.runs} of ${SHORT.accounts} (ratio ≥ 0.5)`,
  run: () => compared(() => openSqlite(':memory:')),
}

export const claimOnPostgres: Row = {
  name: `PostgreSQL: a claim among ${LONG.runs} waiting runs of ${LONG.accounts} accounts`,
  target: claimOnSqlite.target,
  run: () =>
    withPostgres(({ createDatabase }) =>
      compared(async (name) => openPostgres({ url: await createDatabase(name), connections: 2 })),
    ),
}

async function compared(open: (name: string) => Promise<OpenDatabase>) {
  const long = await open('long_queue')
  const short = await open('short_queue')
  try {
    await fill(long, LONG)
    await fill(short, SHORT)
    const taken = { long: [] as number[], short: [] as number[] }
    const lastServed = { long: new Map<Priority, string>(), short: new Map<Priority, string>() }
    for (let n = 0; n < CLAIMS; n++) {
      taken.long.push(await claim(long, lastServed.long))
      taken.short.push(await claim(short, lastServed.short))
    }
    const [ours, peer] = [median(taken.long), median(taken.short)]
    return {
      ours: `${ours.toFixed(2)} ms`,
      peer: `${peer.toFixed(2)} ms`,
      ratio: peer / ours,
      note: `median of ${CLAIMS} claims one after another, each served account in turn`,
    }
  } finally {
    await Promise.all([long.close(), short.close()])
  }
}

async function fill({ db }: OpenDatabase, { runs, accounts }: typeof LONG): Promise<void> {
  const at = new Date().toISOString()
  const accountOf = (n: number) => `acc_${String(n % accounts).padStart(6, '0')}`
  const people = Array.from({ length: accounts }, (_, n) => ({
    id: accountOf(n),
    email: `${n}@example.com`,
    plan: 'Free',
    role: 'customer',
    balance: 0,
    created_at: at,
  }))
  await db.transaction().execute(async (tx) => {
    for (const some of inSlices(people))
      await tx
        .insertInto('accounts')
        .values(some as never)
        .execute()
    const waiting = Array.from({ length: runs }, (_, n) => ({
      id: `run_${String(n).padStart(8, '0')}`,
      account_id: accountOf(n),
      operation: 'upscale',
      door: 'api',
      params: '{}',
      state: 'queued',
      credits: 1,
      attempts: 0,
      priority: PRIORITY.job,
      progress: 0,
      run_at: at,
      created_at: at,
      place: 0,
    }))
    for (const some of inSlices(waiting))
      await tx
        .insertInto('runs')
        .values(some as never)
        .execute()
  })
}

function* inSlices<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += 500) yield all.slice(start, start + 500)
}

async function claim({ db }: OpenDatabase, lastServed: Map<Priority, string>): Promise<number> {
  const now = Date.now()
  const begin = performance.now()
  const claimed = await claimNextRun(db, 'bench', {
    at: new Date(now).toISOString(),
    leaseUntil: new Date(now + 30_000).toISOString(),
    except: [],
    priorities: [PRIORITY.waiting, PRIORITY.job, PRIORITY.item],
    lastServed,
    ignoreIsolation: false,
  })
  const taken = performance.now() - begin
  if (!claimed || claimed === 'needs_isolation') throw new Error('no run was claimed')
  lastServed.set(claimed.priority, claimed.accountId)
  return taken
}

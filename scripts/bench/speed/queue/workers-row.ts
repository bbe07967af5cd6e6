// How many runs with almost no work several worker processes end in a second, beside bare graphile-worker with the same picture
// work, inserts and updates. All share the machine with the database, so more processes than cores add nothing here.
//
// Runs per second depend on what else the machine does. The processor time of one run and its statements hardly do, so they are
// given too. Both are counted from the moment when the workers go on until the last run has ended: the time by Linux, in the
// workers and in all processes of the database; the statements by pg_stat_statements, with `begin` and `commit`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dishPhoto } from '#server-testing/pictures'
import { connected, statements } from '#server-testing/process'
import { type Listening, listening, type Server, startIn, startServer } from '../../child-process.ts'
import { withPostgres } from '../postgres.ts'
import { median, type Result, type Row } from '../speed-row.ts'

/** The unit of times in /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/**
 * The processor time that a process has used, user and system together, as Linux counts it.
 *
 * @param options.withChildren counts its children too, those that have ended included
 * @returns seconds; 0 for a process that has ended
 */
function processorSeconds(pid: number, { withChildren = false } = {}): number {
  // The name of the program, in parentheses, may contain anything.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  const [own, ended] = [fields.slice(11, 13), fields.slice(13, 15)]
  const ticks = [...own, ...(withChildren ? ended : [])].reduce((sum, value) => sum + Number(value), 0)
  const children = withChildren ? read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean) : []
  return ticks / TICKS_PER_SECOND + children.reduce((sum, child) => sum + processorSeconds(Number(child)), 0)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Runs of each worker process. Fewer would measure how its code warms up. */
const RUNS_EACH = 200
const ROUNDS = 3
/** What one of our workers with one thread takes at a time. */
const AT_ONCE = 3

/** How the waiting runs are counted. It is no statement of a run. */
const ASKING = 'select count(*) as count'

interface Rate {
  readonly perSecond: number
  /** Milliseconds of processor time for one run. */
  readonly processes: number
  readonly database: number
  /** Statements of one run. */
  readonly statements: number
}

/** Counts statements of all kinds. Debian's package postgresql has it. */
const COUNTING = { shared_preload_libraries: 'pg_stat_statements' }

const workers = (count: number): Row => ({
  name: `runs with almost no work on PostgreSQL, ${count === 1 ? 'one worker process' : `${count} worker processes`}`,
  target: '≥ 0.5 of bare graphile-worker with the same picture work, inserts and updates, as many processes',
  run: () => withPostgres(({ url }) => compared(url, count), COUNTING),
})

export const workerRows: Row[] = [1, 2, 4, 8].map(workers)

async function compared(url: string, count: number): Promise<Result> {
  await statements(url, 'create extension pg_stat_statements')
  const env = {
    PLATELIGHT_DATABASE_URL: url,
    PLATELIGHT_THREADS: '1',
    PLATELIGHT_UPSCALE_MODEL: 'none',
    PLATELIGHT_MAX_QUEUED: '10000',
  }
  const api = await startServer({ ...env, PLATELIGHT_ROLE: 'api' })
  try {
    const rounds: { ours: Rate; peer: Rate }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await ourRate(api, env, url, count)
      rounds.push({ ours, peer: await peerRate(url, count) })
    }
    const all = (name: 'ours' | 'peer', of: keyof Rate) => median(rounds.map((round) => round[name][of]))
    const shares = (name: 'ours' | 'peer') =>
      [
        `${all(name, 'processes').toFixed(1)} ms in the processes`,
        `${all(name, 'database').toFixed(1)} ms in the database`,
        `${all(name, 'statements').toFixed(0)} statements`,
      ].join(', ')
    return {
      ours: `${all('ours', 'perSecond').toFixed(0)} runs/s`,
      peer: `${all('peer', 'perSecond').toFixed(0)} runs/s`,
      ratio: median(rounds.map(({ ours, peer }) => ours.perSecond / peer.perSecond)),
      note: `one run takes ${shares('ours')}; one of the peer's ${shares('peer')}`,
    }
  } finally {
    await api.stop()
  }
}

/** Runs are accepted while the workers are paused, and counted from the moment when they go on. */
async function ourRate(api: Server, env: NodeJS.ProcessEnv, url: string, count: number): Promise<Rate> {
  const image_url = await upload(api)
  const started = await several(count, () => startIn(api.data, { ...env, PLATELIGHT_ROLE: 'worker' }))
  const submit = () =>
    fetch(`${api.url}/api/jobs/submit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ job_type: 'upscale', params: { image_url } }),
    })
  return paused(url, started, {
    runs: RUNS_EACH * count,
    waiting: `${ASKING} from runs where state in ('queued', 'running')`,
    add: async () => {
      for (let n = 0; n < RUNS_EACH * count; n += 10) {
        const replies = await Promise.all(Array.from({ length: 10 }, submit))
        const refused = replies.find(({ ok }) => !ok)
        if (refused) throw new Error(`a run was refused: ${await refused.text()}`)
      }
    },
  })
}

const TABLES = ['accounts', 'runs', 'run_images', 'credit_entries', 'monthly_usage', 'blob_garbage']

/** Copies do not get the foreign keys of their tables, which are checked with every insert. */
const FOREIGN_KEYS = `
  do $$ declare key record; begin
    for key in
      select conrelid::regclass as name, pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'f' and conrelid = any ('{${TABLES}}'::regclass[]) and confrelid = any ('{${TABLES}}'::regclass[])
    loop
      execute format('alter table bare.%I add %s', key.name, replace(key.rule, 'REFERENCES ', 'REFERENCES bare.'));
    end loop;
  end $$`

/** The same runs once more, on copies of the tables. */
async function peerRate(url: string, count: number): Promise<Rate> {
  await statements(
    url,
    'drop schema if exists bare cascade',
    'create schema bare',
    ...TABLES.map((table) => `create table bare.${table} (like public.${table} including all)`),
    'insert into bare.accounts select * from public.accounts',
    `insert into bare.runs select * from public.runs order by serial desc limit ${RUNS_EACH * count}`,
    `update bare.runs set state = 'queued', attempts = 0`,
    FOREIGN_KEYS,
  )
  const bare = fileURLToPath(new URL('../peers/bare-graphile.ts', import.meta.url))
  const started = await several(count, () => listening(['--import', 'tsx', bare, url, String(AT_ONCE)]))
  return paused(url, started, {
    runs: RUNS_EACH * count,
    waiting: `${ASKING} from bare.runs where state <> 'succeeded'`,
    add: () =>
      statements(
        url,
        `select graphile_worker.add_job('bare', json_build_object('id', id, 'account', account_id)) from bare.runs`,
      ),
  })
}

/** Measures from the moment when the paused workers go on. */
async function paused(
  url: string,
  started: readonly Listening[],
  { runs, add, waiting }: { runs: number; add: () => Promise<unknown>; waiting: string },
): Promise<Rate> {
  const database = await postmasterOf(url)
  const used = () => ({
    processes: started.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    database: processorSeconds(database, { withChildren: true }),
  })
  try {
    await idle(started)
    for (const { pid } of started) process.kill(pid, 'SIGSTOP')
    await add()
    // A server that has run for a minute has done that by itself.
    await statements(url, 'vacuum analyze')
    return await connected(url, async (ask) => {
      await ask('select pg_stat_statements_reset()')
      const before = used()
      const begin = performance.now()
      for (const { pid } of started) process.kill(pid, 'SIGCONT')
      while (Number((await ask(waiting))[0]?.count) > 0) await new Promise((next) => setTimeout(next, 20))
      const seconds = (performance.now() - begin) / 1000
      const after = used()
      const [row] = await ask(
        `select sum(calls) as count from pg_stat_statements where not starts_with(query, '${ASKING}')`,
      )
      const each = (name: 'processes' | 'database') => ((after[name] - before[name]) * 1000) / runs
      return {
        perSecond: runs / seconds,
        processes: each('processes'),
        database: each('database'),
        statements: Number(row?.count) / runs,
      }
    })
  } finally {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

/** Waits until programs that have just started do nothing any more, such as preparing what a first request would wait for. */
async function idle(started: readonly Listening[]): Promise<void> {
  const used = () => started.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
  for (let before = used(), second = 0; second < 60; second++) {
    await new Promise((next) => setTimeout(next, 1_000))
    const now = used()
    if (now - before < 0.02 * started.length) return
    before = now
  }
}

const several = (count: number, start: () => Promise<Listening>): Promise<Listening[]> =>
  Promise.all(Array.from({ length: count }, start))

async function postmasterOf(url: string): Promise<number> {
  const [row] = await statements(url, 'show data_directory')
  return Number.parseInt(readFileSync(`${row?.data_directory}/postmaster.pid`, 'utf8'), 10)
}

async function upload({ url, key }: Server): Promise<string> {
  const body = new FormData()
  body.append('image', new File([new Uint8Array(await dishPhoto({ width: 16, height: 12 }))], 'tiny.jpg'))
  const reply = await fetch(`${url}/api/mobile/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  return ((await reply.json()) as { url: string }).url
}

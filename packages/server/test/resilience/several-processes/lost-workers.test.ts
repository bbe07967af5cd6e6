import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type WorkersInstallation,
  workersInstallation,
  workPhoto,
} from '../../support/services/workers-installation.ts'
import { onPostgres } from '../../support/test-database.ts'

const RUNS = 6
/** On a busy machine a caller may be told to ask again before its run is taken over and done. */
const PATIENT = { maxRetries: 5 }

type Worker = WorkersInstallation['started'][number]

/** The name under which a process holds runs. */
const nameOf = async ({ url }: Worker) =>
  ((await (await fetch(`${url}/health`)).json()) as { instance: string }).instance

/** Pauses a process while it holds runs. It may end one between a look and the pause; then it goes on. */
async function stopAtWork({ child }: Worker, held: () => Promise<number>): Promise<void> {
  for (;;) {
    await expect.poll(held).toBeGreaterThan(0)
    child.kill('SIGSTOP')
    // What it has sent to the database before is still carried out.
    await sleep(300)
    if ((await held()) > 0) return
    child.kill('SIGCONT')
  }
}

describe('workers on PostgreSQL', onPostgres, () => {
  let here: WorkersInstallation
  beforeAll(async () => {
    here = await workersInstallation([{}, {}])
  })
  afterAll(() => here?.close())

  test('the runs of one that is killed and of one that is paused past its lease are taken over, and charged once; the late results are refused', async () => {
    const { client, accounts, started, worker } = here
    const [killed, paused] = started as [Worker, Worker]
    const [dead, late] = [await nameOf(killed), await nameOf(paused)]
    const heldBy = async (owner: string) =>
      (await accounts()).runs.filter((run) => run.state === 'running' && run.lease_owner === owner).length
    const images = await Promise.all(Array.from({ length: RUNS }, (_, seed) => workPhoto(seed)))
    const asked = images.map((image) => client.photos.enhance({ image, formats: ['square', 'portrait'] }, PATIENT))
    // A worker may be paused while it has the account locked, so all runs are accepted before.
    const bothWork = async () =>
      (await accounts()).runs.length === RUNS && (await heldBy(dead)) > 0 && (await heldBy(late)) > 0
    await expect.poll(bothWork).toBe(true)
    await stopAtWork(paused, () => heldBy(late))
    await stopAtWork(killed, () => heldBy(dead))
    await killed.kill()
    await worker()
    const made = await Promise.all(asked)
    expect(new Set(made.map(({ id }) => id)).size).toBe(RUNS)
    paused.child.kill('SIGCONT')
    await sleep(3_000)
    const { runs, entries } = await accounts()
    expect(runs.map(({ state }) => state)).toEqual(Array(RUNS).fill('succeeded'))
    expect(runs.filter(({ attempts }) => attempts === 2).length).toBeGreaterThanOrEqual(2)
    expect(runs.filter(({ attempts }) => attempts > 2)).toEqual([])
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(RUNS)
    expect(entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(100 - RUNS)
    await expect.poll(async () => (await accounts()).tickets).toBe(0)
    for (const { id, enhanced } of made) {
      expect((await client.photos.get(id)).id).toBe(id)
      expect((await fetch(enhanced.square!)).status).toBe(200)
    }
  })
})

import type { Facts } from '../facts.ts'
import { runsOf } from '../facts.ts'

/** Every Idempotency-Key is finished, and the object of its stored reply exists. */
export async function auditKeys(facts: Facts): Promise<string[]> {
  const rows = await facts.db.selectFrom('idempotency_keys').select(['key', 'state', 'body']).execute()
  const ids = new Set<string | number>((await runsOf(facts)).flatMap(({ id, serial }) => [id, serial]))
  return rows.flatMap(({ key, state, body }) => {
    if (state === 'running') return [`the key ${key} was left running`]
    // Of a reply with a secret, only the id was kept.
    const { id, job_id } = JSON.parse(body?.startsWith('{') ? body : '{}') as { id?: string; job_id?: string | number }
    const about = job_id ?? (id?.startsWith('run_') ? id : undefined)
    return about !== undefined && !ids.has(about) ? [`the key ${key} answers ${about}, which never was`] : []
  })
}

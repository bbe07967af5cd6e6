import type { Facts } from '../facts.ts'
import { runsOf } from '../facts.ts'

interface KeyRow {
  readonly key: string
  readonly state: 'running' | 'done'
  readonly body: string | null
}

/** Every Idempotency-Key is finished, and the object of its stored reply exists. */
export async function auditKeys(facts: Facts): Promise<string[]> {
  const rows = facts.database.all<KeyRow>('select key, state, body from idempotency_keys')
  const ids = new Set<string | number>(runsOf(facts).flatMap(({ id, serial }) => [id, serial]))
  return rows.flatMap(({ key, state, body }) => {
    if (state === 'running') return [`the key ${key} was left running`]
    // Of a reply with a secret, only the id was kept.
    const { id, job_id } = JSON.parse(body?.startsWith('{') ? body : '{}') as { id?: string; job_id?: string | number }
    const about = job_id ?? (id?.startsWith('run_') ? id : undefined)
    return about !== undefined && !ids.has(about) ? [`the key ${key} answers ${about}, which never was`] : []
  })
}

import type { Platelight } from '@platelight/sdk'
import type { DatabaseReader } from '#server-testing/process'
import type { AnswerLog } from './answers-given.ts'
import type { Pictures } from './chaos-pictures.ts'
import type { ReceiverBehaviour, Reception } from './receivers.ts'

export interface Account {
  readonly id: string
  readonly name: string
  readonly client: Platelight
  /** All that it was ever given. */
  granted: number
}

export interface Endpoint {
  readonly id: string
  readonly accountId: string
  /** In the address. */
  readonly name: string
  readonly manner: ReceiverBehaviour
  readonly events: readonly string[]
}

/** The facts that are compared at the end. */
export interface Facts {
  readonly database: DatabaseReader
  readonly dataFolder: string
  readonly answerLog: AnswerLog
  readonly pictures: Pictures
  readonly receptions: readonly Reception[]
  readonly accounts: readonly Account[]
  readonly endpoints: readonly Endpoint[]
}

export interface RunRow {
  readonly id: string
  readonly serial: number
  readonly account_id: string
  readonly operation: string
  readonly door: string
  readonly params: string
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed' | 'revoked'
  readonly credits: number
  readonly attempts: number
  readonly lease_owner: string | null
  readonly error_code: string | null
  readonly parent_id: string | null
  readonly items: number | null
  readonly created_at: string
  readonly finished_at: string | null
  readonly deleted_at: string | null
}

export const runsOf = ({ database }: Pick<Facts, 'database'>): RunRow[] =>
  database.all<RunRow>('select * from runs order by serial')

/** Runs whose start and end have events. */
export const hasPhotoEvents = ({ operation }: Pick<RunRow, 'operation'>): boolean =>
  ['enhance', 'ai-enhance', 'smart-edit'].includes(operation)

export function groupedBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const name = key(row)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return groups
}

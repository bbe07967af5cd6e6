import type { Platelight } from '@platelight/sdk'
import type { StoredBlob } from '#server-testing/blobs'
import type { Db } from '#server-testing/process'
import type { AnswerLog } from './answers-given.ts'
import type { Pictures } from './chaos-pictures.ts'
import type { PaymentLog } from './payments/payment-log.ts'
import type { ReceiverBehaviour, Reception } from './receivers.ts'

export interface Account {
  readonly id: string
  readonly name: string
  readonly client: Platelight
  /** All that it was ever given. What it paid for is not among it. */
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
  readonly db: Db
  /** Lists what the store of pictures holds. */
  readonly storedBlobs: () => Promise<readonly StoredBlob[]>
  /** Names the files of unfinished requests that should have been removed. */
  readonly leftIncoming: () => Promise<readonly string[]>
  readonly answerLog: AnswerLog
  readonly paymentLog: PaymentLog
  readonly pictures: Pictures
  readonly receptions: readonly Reception[]
  readonly accounts: readonly Account[]
  readonly endpoints: readonly Endpoint[]
}

export type RunRow = Awaited<ReturnType<typeof runsOf>>[number]

export const runsOf = ({ db }: Pick<Facts, 'db'>) => db.selectFrom('runs').selectAll().orderBy('serial').execute()

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

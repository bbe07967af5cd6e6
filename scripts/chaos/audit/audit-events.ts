import { type Facts, groupedBy, hasPhotoEvents, type RunRow, runsOf } from '../facts.ts'
import { depletionsOf } from './audit-money.ts'

export type EventRow = Awaited<ReturnType<typeof eventsOf>>[number]

interface Body {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly data: { readonly photo?: { readonly id: string; readonly status?: string } }
}

export const eventsOf = ({ db }: Pick<Facts, 'db'>) => db.selectFrom('events').selectAll().orderBy('id').execute()

const STARTED = 'photo.enhancement.started'
const COMPLETED = 'photo.enhancement.completed'
const FAILED = 'photo.enhancement.failed'
const DELETED = 'photo.deleted'
const DEPLETED = 'credit.depleted'

/** Every occurrence has exactly one event, and there are no other events. */
export async function auditEvents(facts: Facts): Promise<string[]> {
  const events = (await eventsOf(facts)).map((row) => ({ ...row, content: JSON.parse(row.body) as Body }))
  const runs = await runsOf(facts)
  const ids = new Set(runs.map(({ id }) => id))
  const wrong: string[] = []
  for (const { id, type, created_at, content } of events) {
    const isItself = content.id === id && content.type === type && content.createdAt === created_at
    if (!isItself) wrong.push(`event ${id} says that it is ${content.id}, ${content.type}`)
    const about = content.data.photo?.id
    if (type.startsWith('photo.') && (about === undefined || !ids.has(about)))
      wrong.push(`event ${id} (${type}) is about ${about}, which never was`)
  }
  const byRun = groupedBy(events, ({ content }) => content.data.photo?.id ?? '')
  for (const run of runs)
    wrong.push(
      ...ofRun(
        run,
        (byRun.get(run.id) ?? []).map(({ type }) => type),
      ),
    )
  for (const { id, name } of facts.accounts) {
    const depletions = events.filter(({ account_id, type }) => account_id === id && type === DEPLETED).length
    const happened = await depletionsOf(facts, id)
    if (depletions !== happened)
      wrong.push(`${name}: its credits ran out ${happened} times, and ${depletions} events say so`)
  }
  return wrong
}

function ofRun(run: RunRow, types: readonly string[]): string[] {
  const count = (type: string) => types.filter((one) => one === type).length
  const wrong: string[] = []
  const expect = (type: string, ...allowed: number[]) => {
    if (!allowed.includes(count(type)))
      wrong.push(`run ${run.id} (${run.operation}, ${run.state}) has ${count(type)} ${type}`)
  }
  const tells = hasPhotoEvents(run) && run.items === null
  expect(COMPLETED, tells && run.state === 'succeeded' ? 1 : 0)
  expect(FAILED, tells && run.state === 'failed' ? 1 : 0)
  expect(DELETED, run.deleted_at === null ? 0 : 1)
  // A failed or cancelled run may never have started: its picture could not be fetched, or every attempt died before.
  if (tells && run.state === 'succeeded') expect(STARTED, 1)
  else expect(STARTED, 0, ...(tells ? [1] : []))
  return wrong
}

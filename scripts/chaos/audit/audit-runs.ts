import type { OrderRecord } from '../answers-given.ts'
import { tagIn } from '../chaos-pictures.ts'
import { type Facts, groupedBy, type RunRow, runsOf } from '../facts.ts'

const MAX_ATTEMPTS = 3

/** Every run ended as its caller was informed, and no order was done twice. */
export async function auditRuns(facts: Facts): Promise<string[]> {
  const runs = await runsOf(facts)
  const byId = new Map(runs.map((run) => [run.id, run]))
  const bySerial = new Map(runs.map((run) => [run.serial, run]))
  const find = (id: string | number) => (typeof id === 'number' ? bySerial.get(id) : byId.get(id))
  const { orders, ends, revocations, deletions } = facts.answerLog
  const byTag = groupedBy(
    runs.filter(({ parent_id }) => parent_id === null),
    await tagOf(facts),
  )

  const wrong = [...runs.flatMap(endOf), ...runs.flatMap(batchOf(runs))]
  for (const order of orders) wrong.push(...orderOf(order, byTag.get(order.tag) ?? [], find))
  const ordered = new Set(orders.map(({ tag }) => tag))
  for (const [tag, its] of byTag) if (!ordered.has(tag)) wrong.push(`run ${its[0]?.id} belongs to no order: ${tag}`)

  for (const { id, end } of ends) {
    const run = find(id)
    const isSo = end === 'gone' ? run?.deleted_at !== null : run?.state === end
    if (!isSo) wrong.push(`job ${id} was reported as ${end} and is ${run?.state ?? 'lost'}`)
  }
  for (const { id, answer } of revocations) {
    const state = find(id)?.state
    if (answer === 'done' && state !== 'revoked') wrong.push(`job ${id} was reported as revoked and is ${state}`)
    if (answer === 'too_late' && state !== 'succeeded' && state !== 'failed')
      wrong.push(`job ${id} was reported as finished and is ${state}`)
    if (answer === 'not_found') wrong.push(`job ${id} existed and could not be cancelled`)
  }
  for (const { id, answer } of deletions) {
    const run = find(id)
    if (answer === 'done' && run?.deleted_at === null) wrong.push(`${id} was reported as deleted but exists`)
    // A batch is not a photo. Everything else is gone, even if the last reply said something else.
    if (answer === 'not_found' && run?.items === null && run.deleted_at === null)
      wrong.push(`${id} (${run.state}) was to be deleted, but still exists and cannot be deleted any more`)
  }
  return wrong
}

/** The order of a run, recognized by its pictures. */
const tagOf = async ({ db, pictures }: Facts) => {
  const uploads = await db.selectFrom('uploads').select(['blob', 'sha256']).execute()
  const byName = new Map(uploads.map(({ blob, sha256 }) => [blob.split('/')[1], pictures.tagOfSha(sha256)]))
  return ({ id, params }: RunRow): string => {
    const [, name] = /private-assets\/([^?"]+)/.exec(params) ?? []
    return tagIn(params) ?? byName.get(name) ?? `unknown to ${id}`
  }
}

function endOf({ id, state, attempts, error_code, lease_owner, finished_at }: RunRow): string[] {
  if (finished_at === null || state === 'queued' || state === 'running') return [`run ${id} never ended: ${state}`]
  const wrong: string[] = []
  if (lease_owner !== null) wrong.push(`run ${id} has ended and is held by ${lease_owner}`)
  // It was claimed once more in order to fail it. After a crash another process claims it again for that.
  const isGivenUp = error_code === 'engine_failed' || state === 'revoked'
  if (attempts > MAX_ATTEMPTS && !isGivenUp) wrong.push(`run ${id} ${state} in attempt ${attempts}`)
  return wrong
}

const batchOf =
  (runs: readonly RunRow[]) =>
  (batch: RunRow): string[] => {
    if (batch.items === null) return []
    const items = runs.filter(({ parent_id }) => parent_id === batch.id)
    const wrong: string[] = []
    if (items.length !== batch.items) wrong.push(`batch ${batch.id} has ${items.length} items, not ${batch.items}`)
    const should = items.some(({ state }) => state === 'succeeded') ? 'succeeded' : 'failed'
    if (batch.state !== should && batch.state !== 'revoked')
      wrong.push(`batch ${batch.id} ${batch.state}; its items: ${items.map(({ state }) => state).join()}`)
    return wrong
  }

/** One key has one run, unless that run was given up or cancelled and the key was free again. */
function orderOf(
  { tag, kind, answers }: OrderRecord,
  runs: readonly RunRow[],
  find: (id: string | number) => RunRow | undefined,
): string[] {
  const wrong: string[] = []
  const replies = answers.flatMap((answer) => (answer.ok ? [answer] : []))
  const lasting = runs.filter(({ state }) => state === 'succeeded')
  const name = `${kind} ${tag}`
  if (lasting.length > 1) wrong.push(`${name} was done ${lasting.length} times: ${lasting.map(({ id }) => id).join()}`)
  if (new Set(replies.map(({ body }) => body)).size > 1)
    wrong.push(`${name}: one key got different replies: ${replies.map(({ body }) => body).join(' | ')}`)
  for (const { id } of replies) {
    const run = find(id)
    if (!run) wrong.push(`${name}: ${id} was lost`)
    else if (!runs.includes(run)) wrong.push(`${name}: ${id} is another order's run`)
  }
  return wrong
}

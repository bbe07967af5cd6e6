import sharp from 'sharp'
import { eachOf } from '../each-of.ts'
import { type Account, type Facts, runsOf } from '../facts.ts'

const AT_ONCE = 8

/** While the server runs: everything that callers were promised exists, and every file of a result is whole. */
export async function auditFiles(facts: Facts): Promise<{ wrong: string[]; files: number }> {
  const wrong: string[] = []
  const accounts = new Map(facts.accounts.map((account) => [account.id, account]))
  const addresses = new Set<string>()
  const made = (await runsOf(facts)).filter(
    ({ state, deleted_at, parent_id }) => state === 'succeeded' && deleted_at === null && parent_id === null,
  )
  await eachOf(made, AT_ONCE, async ({ id, account_id }) => {
    const { client } = accounts.get(account_id) as Account
    const job = await client.jobs.status(id).catch((error: Error) => error)
    if (job instanceof Error || job.status !== 'SUCCESS')
      wrong.push(`${id} cannot be had: ${job instanceof Error ? job.message : job.status}`)
    else for (const address of addressesIn(job.result)) addresses.add(address)
  })
  await eachOf([...addresses], AT_ONCE, async (address) => {
    const problem = await damageOf(address).catch((error: Error) => error.message)
    if (problem !== undefined) wrong.push(`${address.split('?')[0]}: ${problem}`)
  })
  return { wrong, files: addresses.size }
}

function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /\/(files|private-assets)\//.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : []
}

async function damageOf(address: string): Promise<string | undefined> {
  const reply = await fetch(address)
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (reply.status !== 200) return `answered ${reply.status}`
  const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
  return info.width > 0 ? undefined : 'is empty'
}

/** After the servers have stopped: no bytes without a row, no row without its bytes, nothing half-written. */
export async function auditBlobs({ db, storedBlobs, leftIncoming }: Facts): Promise<string[]> {
  const wrong: string[] = []
  const uploads = await db.selectFrom('uploads').select(['account_id', 'blob', 'bytes']).execute()
  const images = await db
    .selectFrom('run_images')
    .leftJoin('runs', 'runs.id', 'run_images.run_id')
    .select(['runs.account_id', 'run_images.blob', 'run_images.bytes', 'run_images.role'])
    .execute()
  const kept = [...uploads, ...images.filter(({ role }) => role === 'original')]
  for (const { id, stored_bytes } of await db.selectFrom('accounts').select(['id', 'stored_bytes']).execute()) {
    const bytes = kept.reduce((sum, one) => sum + (one.account_id === id ? one.bytes : 0), 0)
    if (stored_bytes !== bytes) wrong.push(`${id} is counted ${stored_bytes} bytes and keeps ${bytes}`)
  }
  const garbage = new Set((await db.selectFrom('blob_garbage').select('blob').execute()).map(({ blob }) => blob))
  const named = new Map([...uploads, ...images].map(({ blob, bytes }) => [blob, bytes]))
  const there = new Set<string>()
  for (const { key, bytes } of await storedBlobs()) {
    there.add(key)
    if (key.startsWith('tmp/')) wrong.push(`half-written: ${key}`)
    else if (!named.has(key) && !garbage.has(key)) wrong.push(`named by nobody: ${key}`)
    const should = named.get(key)
    if (should !== undefined && should !== bytes) wrong.push(`${key} has ${bytes} bytes, not ${should}`)
  }
  for (const blob of named.keys()) {
    if (!there.has(blob)) wrong.push(`missing: ${blob}`)
    if (garbage.has(blob)) wrong.push(`named, and to be thrown away: ${blob}`)
  }
  for (const name of await leftIncoming()) wrong.push(`left in incoming: ${name}`)
  return wrong
}

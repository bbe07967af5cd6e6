import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { eachOf } from '../each-of.ts'
import { type Account, type Facts, runsOf } from '../facts.ts'

const AT_ONCE = 8

/** While the server runs: everything that callers were promised exists, and every file of a result is whole. */
export async function auditFiles(facts: Facts): Promise<{ wrong: string[]; files: number }> {
  const wrong: string[] = []
  const accounts = new Map(facts.accounts.map((account) => [account.id, account]))
  const addresses = new Set<string>()
  const made = runsOf(facts).filter(
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

/** After the server has stopped: no bytes without a row, no row without its bytes, nothing half-written. */
export async function auditBlobs({ database, dataFolder }: Facts): Promise<string[]> {
  const wrong: string[] = []
  const root = join(dataFolder, 'blobs')
  const rows = database.all<{ blob: string; bytes: number }>(
    'select blob, bytes from run_images union all select blob, bytes from uploads',
  )
  for (const { id, stored_bytes, kept } of database.all<{ id: string; stored_bytes: number; kept: number }>(KEPT)) {
    if (stored_bytes !== kept) wrong.push(`${id} is counted ${stored_bytes} bytes and keeps ${kept}`)
  }
  const garbage = new Set(database.all<{ blob: string }>('select blob from blob_garbage').map(({ blob }) => blob))
  const named = new Map(rows.map(({ blob, bytes }) => [blob, bytes]))
  const there = new Set<string>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const [area = ''] = relative(root, path).split('/')
    const blob = `${area}/${entry.name}`
    there.add(blob)
    if (area === 'tmp') wrong.push(`half-written: ${blob}`)
    else if (!named.has(blob) && !garbage.has(blob)) wrong.push(`named by nobody: ${blob}`)
    const bytes = named.get(blob)
    const { size } = await stat(path)
    if (bytes !== undefined && bytes !== size) wrong.push(`${blob} has ${size} bytes, not ${bytes}`)
  }
  for (const blob of named.keys()) {
    if (!there.has(blob)) wrong.push(`missing: ${blob}`)
    if (garbage.has(blob)) wrong.push(`named, and to be thrown away: ${blob}`)
  }
  for (const name of await readdir(join(dataFolder, 'incoming'))) wrong.push(`left in incoming: ${name}`)
  return wrong
}

/** For each account the counted bytes, and the bytes of its uploads and originals. */
const KEPT = `
  select id, stored_bytes,
    coalesce((select sum(bytes) from uploads where account_id = accounts.id), 0)
    + coalesce((select sum(bytes) from run_images join runs on runs.id = run_id
                where account_id = accounts.id and role = 'original'), 0) as kept
  from accounts`

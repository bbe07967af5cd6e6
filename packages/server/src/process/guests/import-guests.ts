import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { ServiceError } from '../../base/service-error.ts'
import { describePhoto, readPhotoFile } from '../../operations/picture/photo-file.ts'
import { guestRepository } from '../../resources/sessions/guest-repository.ts'
import { chooseBlobs } from '../adapters.ts'
import type { Core } from '../open-core.ts'
import { type GuestLine, type ReadLine, readGuestFile } from './guest-file.ts'
import { picturesOf } from './pictures-of-guest.ts'
import { createStoreGuest } from './store-guest.ts'

export interface GuestImport {
  readonly imported: number
  /** Guests that were there already. Nothing of them was changed. */
  readonly known: number
  readonly projects: number
  readonly images: number
  readonly credits: number
}

/** So many problems are listed; the number of all is given too. */
const LISTED = 50

/**
 * Imports guests of an earlier app from a file. Every line and every picture is checked first, and nothing is imported if one is
 * wrong. Then each guest is imported as a whole. A guest that is there already is skipped, so an import that was interrupted
 * continues when it is repeated.
 *
 * @param options.checkOnly Imports nothing.
 * @throws ServiceError `bad_request` with every problem of the file.
 */
export async function importGuests(
  core: Core,
  path: string,
  { checkOnly }: { readonly checkOnly: boolean },
): Promise<GuestImport> {
  const { config, database } = core
  await requireCorrect(path, config.limits)
  const sum = { imported: 0, known: 0, projects: 0, images: 0, credits: 0 }
  const { blobs } = await chooseBlobs(config, { error: () => {} }, database.clock)
  const storeGuest = createStoreGuest(core, blobs)
  const isNew = async (guest: GuestLine): Promise<boolean> => {
    if (await guestRepository(database.db).find(guest.guest)) return false
    return checkOnly || storeGuest(guest)
  }
  try {
    for await (const line of linesOf(path)) {
      const guest = correct(line)
      if (!(await isNew(guest))) sum.known += 1
      else {
        sum.imported += 1
        sum.projects += guest.projects.length
        sum.images += picturesOf(guest).length
        sum.credits += guest.credits
      }
    }
  } finally {
    await blobs.close()
  }
  return sum
}

async function requireCorrect(path: string, limits: ImageLimits): Promise<void> {
  const problems: string[] = []
  const lineOf = new Map<string, number>()
  for await (const { number, guest, problems: found } of linesOf(path)) {
    problems.push(...found.map((problem) => `line ${number}: ${problem}`))
    if (!guest) continue
    const first = lineOf.get(guest.guest)
    if (first !== undefined) problems.push(`line ${number}: the guest of line ${first} again`)
    lineOf.set(guest.guest, first ?? number)
    for (const picture of picturesOf(guest)) {
      const problem = await problemOf(picture, limits)
      if (problem !== undefined) problems.push(`line ${number}: ${picture}: ${problem}`)
    }
  }
  if (problems.length === 0) return
  const more = problems.length > LISTED ? [`and ${problems.length - LISTED} more`] : []
  throw new ServiceError(
    'bad_request',
    `${path} cannot be imported. Nothing was changed.\n${[...problems.slice(0, LISTED), ...more].map((one) => `  - ${one}`).join('\n')}`,
  )
}

async function problemOf(picture: string, limits: ImageLimits): Promise<string | undefined> {
  try {
    await describePhoto((await readPhotoFile(picture)).bytes, limits)
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return code === 'ENOENT' ? 'there is no such file' : message
  }
}

/** @throws ServiceError `bad_request` when the file itself cannot be read. */
async function* linesOf(path: string): AsyncGenerator<ReadLine> {
  try {
    yield* readGuestFile(path)
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    throw new ServiceError('bad_request', `${path} cannot be read: ${error.message}`)
  }
}

/** The guest of a line that was correct when the file was checked. */
function correct({ number, guest }: ReadLine): GuestLine {
  if (guest) return guest
  throw new ServiceError(
    'bad_request',
    `Line ${number} was changed during the import. Correct it, and repeat the import.`,
  )
}

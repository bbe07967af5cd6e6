import { BlobMissing, type Blobs } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/open-database.ts'
import { type OwnedRow, ownedRowsRepository } from '../../database/owned-rows-repository.ts'
import type { OwnedRows } from '../../database/owned-tables.ts'
import { leadRepository } from '../../leads/lead-repository.ts'
import { subscriberRepository } from '../../mail/store/subscriber-repository.ts'
import { pictureRepository } from './picture-repository.ts'
import type { ArchiveEntry } from './zip-archives.ts'

const PAGE = 500

/**
 * Everything that is stored about an account: its rows as JSON, without secrets, and its pictures. A picture that is deleted
 * meanwhile is left out.
 */
export async function* exportEntries(
  { db, blobs, tables }: { db: Db; blobs: Pick<Blobs, 'open'>; tables: Readonly<Record<string, OwnedRows>> },
  accountId: string,
): AsyncGenerator<ArchiveEntry> {
  yield { name: 'README.txt', compress: true, bytes: textOf([README]) }
  yield { name: 'account.json', compress: true, bytes: textOf([await accountOf(db, accountId)]) }
  for (const [table, owned] of Object.entries(tables)) {
    const { file } = owned
    if (file !== null)
      yield { name: `${file}.json`, compress: true, bytes: textOf(rowsOf(db, table, owned, accountId)) }
  }
  yield { name: 'forms.json', compress: true, bytes: textOf([await formsOf(db, accountId)]) }
  for await (const { blob, name } of pictureRepository(db).all(accountId)) {
    const bytes = await blobs.open(blob).catch((error: unknown) => {
      if (error instanceof BlobMissing) return undefined
      throw error
    })
    if (bytes) yield { name: `${name}${blob.slice(blob.lastIndexOf('.'))}`, compress: false, bytes }
  }
}

async function* textOf(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

/** The account itself, without its password. */
async function accountOf(db: Db, accountId: string): Promise<string> {
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const { password_hash: _, ...shown } = account
  return `${JSON.stringify(shown, null, 2)}\n`
}

/**
 * Forms of the website with the address of the account, and what they subscribed it to. Only if the address is verified:
 * otherwise they may be another person's.
 */
async function formsOf(db: Db, accountId: string): Promise<string> {
  const { email, email_verified_at: verifiedAt } = await db
    .selectFrom('accounts')
    .select(['email', 'email_verified_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const leads = verifiedAt === null ? [] : await leadRepository(db).ofAddress(email)
  const subscription = verifiedAt === null ? undefined : await subscriberRepository(db).find(email)
  const forms = leads.map(({ token_hash: _, topic: __, image_urls: images, ...form }) => ({
    ...form,
    image_urls: images === null ? null : JSON.parse(images),
  }))
  return `${JSON.stringify({ forms, subscription: subscription ?? null }, null, 2)}\n`
}

/** The rows of a table as a JSON array, one row in each line. */
async function* rowsOf(db: Db, table: string, owned: OwnedRows, accountId: string): AsyncGenerator<string> {
  const { key } = owned
  let isFirst = true
  yield '['
  for (let after: string | number | undefined; ; ) {
    const rows = await ownedRowsRepository(db).page({ table, key }, accountId, PAGE, after)
    for (const row of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(shownRow(owned, row))}`
      isFirst = false
    }
    if (rows.length < PAGE) break
    after = rows.at(-1)?.[key] as string | number
  }
  yield '\n]\n'
}

function shownRow({ without = [], json = [] }: OwnedRows, row: OwnedRow): OwnedRow {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => column !== 'account_id' && !without.includes(column))
      .map(([column, value]) => [
        column,
        typeof value === 'string' && json.includes(column) ? JSON.parse(value) : value,
      ]),
  )
}

const README = `This archive holds what this server stores about your Platelight account.

account.json            the account itself
settings.json           your settings
sessions.json           sign-ins; api-keys.json: your keys. Neither has secrets.
credit-entries.json     every movement of credits; monthly-usage.json: their sums
runs.json               everything that was made, with what was asked for and how it ended
uploads.json            photos that were uploaded and not yet deleted
projects.json           projects that you saved before you had an account; guests.json: earlier guests that became you
webhook-endpoints.json  your webhook endpoints, without secrets; events.json: the events of the last 30 days
identities.json         identity providers with which you sign in
letters.json            e-mails to you, without their words
email-preferences.json  which optional e-mails you get
usage-consent.json      whether the app may record how you use it; usage-events.json: what it has recorded
forms.json              forms of the website with your address, and the newsletter if you confirmed it in one of them
pictures/               originals and results, in a folder for each run
uploads/                uploaded photos

Times are UTC. If there are several archives, they hold different files.
`

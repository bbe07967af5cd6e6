import type { Db } from '../../database/open-database.ts'
import { ownedRowsRepository } from '../../database/owned-rows-repository.ts'

export interface OwnedPicture {
  readonly blob: string
  /** Its place in an export, without an extension. */
  readonly name: string
}

const BATCH = 250

/** All stored pictures of an account: originals and results of its runs, its uploads and its logo. */
export const pictureRepository = (db: Db) => ({
  async *all(accountId: string): AsyncGenerator<OwnedPicture> {
    const runs = { table: 'runs', key: 'id' }
    const runIds = (await ownedRowsRepository(db).keys(runs, accountId)) as string[]
    for (let from = 0; from < runIds.length; from += BATCH) {
      const images = await db
        .selectFrom('run_images')
        .select(['run_id', 'role', 'name', 'blob'])
        .where('run_id', 'in', runIds.slice(from, from + BATCH))
        .where('role', '!=', 'thumbnail')
        .where('bytes', '>', 0)
        .orderBy('run_id')
        .execute()
      for (const { run_id, role, name, blob } of images) yield { blob, name: `pictures/${run_id}/${role}-${name}` }
    }
    const uploads = await db.selectFrom('uploads').select(['id', 'blob']).where('account_id', '=', accountId).execute()
    for (const { id, blob } of uploads) yield { blob, name: `uploads/${id}` }
    const logos = await db.selectFrom('brand_logos').select('blob').where('account_id', '=', accountId).execute()
    for (const { blob } of logos) yield { blob, name: 'logo' }
  },
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { startApp } from '../../support/start-app.ts'
import { onSqlite } from '../../support/test-database.ts'

// The failure is a trigger of SQLite.
test(
  'a deletion that fails halfway has cancelled nothing: the photo can still be deleted, with its event',
  onSqlite,
  async () => {
    const gate = gatedEngine()
    const app = await startApp({ engine: gate.engine })
    const { db } = app.core.database
    const { client, credits, runs, events } = await app.customer({ credits: 3 })
    const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 160, height: 120 })))
    const made = client.images.enhance({ image_url: url }).catch((error: { code: string }) => error.code)
    await expect.poll(gate.started).toBe(1)
    const id = (await runs())[0]!.id

    await sql`create trigger breaks before insert on events when new.type = 'photo.deleted' begin select raise(abort, 'broken'); end`.execute(
      db,
    )
    await expect(client.photos.delete(id)).rejects.toMatchObject({ status: 500 })
    expect(await runs()).toMatchObject([{ id, state: 'running', deleted_at: null }])
    expect(await credits()).toBe(2)

    await sql`drop trigger breaks`.execute(db)
    await client.photos.delete(id)
    expect(await made).toBe('revoked')
    expect(await runs()).toMatchObject([{ id, state: 'revoked', deleted_at: expect.any(String) }])
    expect(await credits()).toBe(3)
    expect((await events()).map(({ type }) => type)).toEqual(['photo.enhancement.started', 'photo.deleted'])
    gate.open()
    await app.close()
  },
)

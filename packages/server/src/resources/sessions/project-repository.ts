import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { ProjectsTable } from '../../database/schema/visitor-tables.ts'

export type Project = Selectable<ProjectsTable>

/** Projects of accounts and of guests. */
export const projectRepository = (db: Db) => ({
  async insert(project: Project): Promise<void> {
    await db.insertInto('projects').values(project).execute()
  },

  find(id: string): Promise<Project | undefined> {
    return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  },

  /** The projects of an account, oldest first. */
  ofAccount(accountId: string): Promise<Project[]> {
    return db.selectFrom('projects').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
  },

  /** Those of the projects that an account has, oldest first. */
  async among(accountId: string, ids: readonly string[]): Promise<Project[]> {
    if (ids.length === 0) return []
    return db
      .selectFrom('projects')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute()
  },

  /** Gives a project to another account, whose upload is its photo now. */
  async move(id: string, to: { accountId: string; uploadId: string; at: string }): Promise<void> {
    await db
      .updateTable('projects')
      .set({ account_id: to.accountId, upload_id: to.uploadId, claimed_at: to.at })
      .where('id', '=', id)
      .execute()
  },

  async removeAll(accountId: string): Promise<void> {
    await db.deleteFrom('projects').where('account_id', '=', accountId).execute()
  },
})

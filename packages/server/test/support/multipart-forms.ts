import type { Customer, TestApp } from './start-app.ts'

type Field = string | Uint8Array<ArrayBuffer> | File
export type Fields = Readonly<Record<string, Field | readonly Field[]>>

/** A form in the style of a phone: bytes become a file, and a list repeats the same field. */
export function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, given] of Object.entries(fields)) {
    for (const value of [given].flat() as Field[]) {
      const isWhole = typeof value === 'string' || value instanceof File
      form.append(name, isWhole ? value : new File([value], 'photo.jpg', { type: 'image/jpeg' }))
    }
  }
  return form
}

/** Sends a form, and reads the reply as JSON. */
export async function sendForm(
  app: TestApp,
  { headers }: Customer,
  path: string,
  fields: Fields,
  more: Record<string, string> = {},
) {
  const answer = await fetch(app.url + path, { method: 'POST', headers: { ...headers, ...more }, body: formOf(fields) })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** The locations and types of all violations in a 422, in order. */
export const complaints = ({ detail }: { detail: { loc: (string | number)[]; type: string }[] }) =>
  detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)

/** Everything that a refused call must not change: credits, runs, events, uploads. */
export async function traces(app: TestApp, { accountId, entries, runs, events }: Customer) {
  const uploads = app.core.database.db.selectFrom('uploads').selectAll().where('account_id', '=', accountId)
  return [await entries(), await runs(), await events(), await uploads.execute()]
}

import { newAddress } from '../identity/signed-in-client.ts'
import { formOf } from '../multipart-forms.ts'
import type { TestApp } from '../start-app.ts'

/** A request of a visitor from an address of its own, with the reply as JSON. */
export async function asVisitor(
  app: TestApp,
  method: string,
  path: string,
  sent: { readonly headers?: Record<string, string>; readonly json?: unknown; readonly form?: FormData } = {},
) {
  const answer = await fetch(app.url + path, {
    method,
    headers: {
      'x-forwarded-for': newAddress(),
      ...(sent.json !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(sent.json !== undefined && { body: JSON.stringify(sent.json) }),
    ...(sent.form && { body: sent.form }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** Saves a photo as an anonymous project. */
export const saveProject = (
  app: TestApp,
  photo: Uint8Array<ArrayBuffer>,
  { session, ...headers }: { readonly session?: string; readonly [header: string]: string | undefined },
  fields: Record<string, string> = {},
) =>
  asVisitor(app, 'POST', '/api/mobile/anonymous-project', {
    headers: {
      ...(session !== undefined && { 'x-anonymous-session': session }),
      ...(headers as Record<string, string>),
    },
    form: formOf({ image: photo, ...fields }),
  })

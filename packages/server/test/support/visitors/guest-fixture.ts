import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SignJWT } from 'jose'
import { FROM_ANYWHERE } from '../identity/signed-in-client.ts'
import type { TestApp } from '../start-app.ts'

const GUEST_SECRET = 'the secret of an earlier app'

/** Settings of a server that knows the guests of an earlier app. */
export const WITH_GUESTS = { ...FROM_ANYWHERE, PLATELIGHT_GUEST_JWT_SECRET: GUEST_SECRET }

const keyOf = (secret: string) => new TextEncoder().encode(secret)

/** A token as the earlier app has issued it. */
export function guestToken(
  subject: string,
  wrong: { secret?: string; audience?: string | null; expires?: number; algorithm?: string; notBefore?: number } = {},
): Promise<string> {
  const { secret = GUEST_SECRET, audience = 'guest', expires, algorithm = 'HS256', notBefore } = wrong
  const token = new SignJWT({}).setProtectedHeader({ alg: algorithm }).setSubject(subject).setIssuedAt(1_600_000_000)
  if (audience !== null) token.setAudience(audience)
  if (expires !== undefined) token.setExpirationTime(expires)
  if (notBefore !== undefined) token.setNotBefore(notBefore)
  return token.sign(keyOf(secret))
}

/** A file of guests in a folder of its own, with its pictures. Returns its path. */
export async function guestFile(
  app: Pick<TestApp, 'dataFolder'>,
  lines: readonly unknown[],
  pictures: Readonly<Record<string, Uint8Array>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(app.dataFolder, 'guests-'))
  for (const [name, bytes] of Object.entries(pictures)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  const path = join(folder, 'guests.jsonl')
  await writeFile(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

let subjects = 0
export const newSubject = (): string => `legacy-${++subjects}`

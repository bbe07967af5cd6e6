import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { Customer } from '../../support/start-app.ts'

/** Waits for the export of an account. */
export async function exportReady({ client }: Pick<Customer, 'client'>) {
  await expect.poll(async () => (await client.account.export()).status).not.toBe('processing')
  return client.account.export()
}

/** The files in all archives of an export, by name. */
export async function filesOf({ files }: { files: readonly { url: string }[] }): Promise<Record<string, Uint8Array>> {
  const all: Record<string, Uint8Array> = {}
  for (const { url } of files) {
    Object.assign(all, unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())))
  }
  return all
}

export const jsonIn = (file: Uint8Array | undefined) => JSON.parse(Buffer.from(file ?? []).toString())

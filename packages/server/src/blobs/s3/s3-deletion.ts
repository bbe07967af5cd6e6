import { createHash } from 'node:crypto'
import { refusalOf, S3Problem } from './s3-problem.ts'
import type { S3Client } from './s3-requests.ts'

/** The most keys that S3 takes in one request. */
const MOST_AT_ONCE = 1_000

/**
 * Deletes keys, many with one request. A store that does not offer that is asked for one at a time.
 *
 * @throws S3Problem about the first key that could not be deleted, once the others have been.
 */
export async function deleteObjects(client: S3Client, keys: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (let from = 0; from < keys.length; from += MOST_AT_ONCE) {
    const some = keys.slice(from, from + MOST_AT_ONCE)
    await (some.length === 1 ? oneByOne(client, some) : together(client, some)).catch((error: unknown) => {
      failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}

async function together(client: S3Client, keys: readonly string[]): Promise<void> {
  // Neither a key nor a prefix has a character that XML would need escaped.
  const objects = keys.map((key) => `<Object><Key>${client.prefix}${key}</Key></Object>`)
  const body = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects.join('')}</Delete>`,
  )
  const headers = { 'content-type': 'application/xml', 'content-md5': createHash('md5').update(body).digest('base64') }
  try {
    await client.repeat('write', async () => {
      const request = { method: 'POST', query: { delete: '' }, headers, body } as const
      const text = await client.send(request, (reply) => reply.body.text())
      // Its keys have failed, and the others are deleted.
      const [failed] = /<Error>.*?<\/Error>/s.exec(text) ?? []
      if (failed !== undefined) {
        const isPassing = /<Code>(InternalError|SlowDown|ServiceUnavailable)<\/Code>/.test(failed)
        const status = isPassing ? 503 : 403
        throw refusalOf({ method: 'DELETE', status, text: failed, bucket: client.bucket, region: undefined })
      }
    })
  } catch (error) {
    if (!(error instanceof S3Problem) || !/^(NotImplemented|MethodNotAllowed)$/.test(error.code)) throw error
    await oneByOne(client, keys)
  }
}

async function oneByOne(client: S3Client, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await client
      .repeat('write', () => client.send({ method: 'DELETE', key }, ({ body }) => body.dump()))
      .catch((error: unknown) => {
        if (!(error instanceof S3Problem && error.kind === 'missing')) throw error
      })
  }
}

import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { pathsIn } from '../files-in.ts'

/**
 * The address of an S3 service, as `http://KEY:SECRET@HOST/BUCKET`. With it, all servers under test keep their pictures there,
 * each below a prefix of its own; without it, in their data folders.
 */
export const TEST_S3 = process.env.TEST_S3_URL

/** Whether pictures are in S3. Tests of files in the data folder are skipped then. */
export const blobsAreInS3 = TEST_S3 !== undefined

/** The settings of a server that keeps its pictures at the address. */
export function s3Environment(address: string): Record<string, string> {
  const { origin, pathname, username, password } = new URL(address)
  return {
    PLATELIGHT_S3_ENDPOINT: origin,
    PLATELIGHT_S3_BUCKET: pathname.slice(1),
    PLATELIGHT_S3_REGION: 'us-east-1',
    PLATELIGHT_S3_ACCESS_KEY_ID: decodeURIComponent(username),
    PLATELIGHT_S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
    PLATELIGHT_S3_PATH_STYLE: '1',
  }
}

/** The settings of the store of a server with this data folder. The same folder finds the same pictures again. */
export const blobSettings = (dataFolder: string): Record<string, string> =>
  TEST_S3 === undefined
    ? {}
    : {
        ...s3Environment(TEST_S3),
        PLATELIGHT_S3_PREFIX: createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 16),
      }

/** Settings that keep pictures in the data folder, whatever the store of the test run is. */
export const inDataFolder: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(blobSettings('.')).map((name) => [name, '']),
)

/** A picture in a store. */
export interface StoredBlob {
  readonly key: string
  readonly bytes: number
}

/**
 * Every picture that a server stores, read from the store itself.
 *
 * @param settings where its pictures are; those of this test run by default
 */
export const storedBlobs = (
  dataFolder: string,
  settings: Readonly<Record<string, string>> = blobSettings(dataFolder),
): Promise<StoredBlob[]> => (settings.PLATELIGHT_S3_ENDPOINT ? objectsOf(settings) : filesOf(join(dataFolder, 'blobs')))

async function filesOf(root: string): Promise<StoredBlob[]> {
  const blobs = await Promise.all(
    (await pathsIn(root)).map(async (path) => {
      // <area>/<first two characters>/<name>, and half-written files in tmp/<name>
      const parts = path.slice(root.length + 1).split('/')
      // A half-written file may have been moved to its place since it was listed.
      const found = await stat(path).catch(() => undefined)
      return found && { key: `${parts[0]}/${parts.at(-1)}`, bytes: found.size }
    }),
  )
  return blobs.filter((blob) => blob !== undefined)
}

async function objectsOf(env: Readonly<Record<string, string>>): Promise<StoredBlob[]> {
  const prefix = `${env.PLATELIGHT_S3_PREFIX}/`
  const found: StoredBlob[] = []
  // A list has at most a thousand objects. The next one starts after the last key.
  for (let after = ''; ; ) {
    const text = await (await fromBucket(env, `?list-type=2&prefix=${prefix}&start-after=${after}`)).text()
    if (!/<ListBucketResult/.test(text)) throw new Error(`the objects cannot be listed: ${text}`)
    const objects = [...text.matchAll(/<Key>([^<]+)<\/Key>.*?<Size>(\d+)<\/Size>/gs)]
    found.push(...objects.map(([, key = '', bytes]) => ({ key: key.slice(prefix.length), bytes: Number(bytes) })))
    after = objects.at(-1)?.[1] ?? ''
    if (!/<IsTruncated>true/i.test(text) || after === '') return found.filter(({ key }) => key.includes('/'))
  }
}

/** The bytes of every picture that a server keeps in S3; none when its pictures are in its data folder. */
export async function bytesInS3(dataFolder: string): Promise<Uint8Array[]> {
  const env = blobSettings(dataFolder)
  if (!env.PLATELIGHT_S3_ENDPOINT) return []
  const objects = await objectsOf(env)
  return Promise.all(
    objects.map(async ({ key }) => {
      const reply = await fromBucket(env, `/${env.PLATELIGHT_S3_PREFIX}/${key}`)
      // An object may have been deleted since the list was read.
      return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : new Uint8Array()
    }),
  )
}

/** Reads from the bucket. @param place what follows the address of the bucket */
async function fromBucket(env: Readonly<Record<string, string>>, place: string): Promise<Response> {
  const signer = new AwsV4Signer({
    url: `${env.PLATELIGHT_S3_ENDPOINT}/${env.PLATELIGHT_S3_BUCKET}${place}`,
    accessKeyId: env.PLATELIGHT_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.PLATELIGHT_S3_SECRET_ACCESS_KEY ?? '',
    service: 's3',
    region: env.PLATELIGHT_S3_REGION ?? '',
  })
  const { url, headers } = await signer.sign()
  return fetch(url, { headers })
}

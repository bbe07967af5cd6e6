import createClient, { type Client } from 'openapi-fetch'
import { version } from '../package.json'
import { DOCUMENT_HASH } from './generated/document-hash.ts'
import type { paths } from './generated/schema.d.ts'
import { createSend } from './operation.ts'
import { type PlatelightOptions, readOptions } from './options.ts'
import { account } from './resources/account.ts'
import { auth } from './resources/auth.ts'
import { catalogs } from './resources/catalogs.ts'
import { platformExports } from './resources/exports.ts'
import { images } from './resources/images.ts'
import { jobs } from './resources/jobs.ts'
import { keys } from './resources/keys.ts'
import { me } from './resources/me.ts'
import { photos } from './resources/photos.ts'
import { service } from './resources/service.ts'
import { uploads } from './resources/uploads.ts'

/**
 * A client of the food-photo service. Every call retries what is safe and promising, can be
 * aborted in every phase, and throws the errors of `PlatelightError`'s tree and nothing else.
 *
 * @example
 * const client = new Platelight() // PLATELIGHT_API_KEY, PLATELIGHT_BASE_URL
 * const photo = await client.photos.enhance({ image: { path: './ramen.jpg' } })
 *
 * @throws PlatelightError when the options cannot work, such as a key over plain http to another machine.
 */
export class Platelight {
  /** Address of the server, without a slash at its end. */
  readonly baseUrl: string
  /** Larger pictures are refused before they are sent, in bytes. */
  readonly maxImageBytes: number
  /** The openapi-fetch client with the types of the whole document. It throws nothing and retries nothing. */
  readonly raw: Client<paths>
  readonly photos: ReturnType<typeof photos>
  readonly images: ReturnType<typeof images>
  readonly exports: ReturnType<typeof platformExports>
  readonly uploads: ReturnType<typeof uploads>
  readonly jobs: ReturnType<typeof jobs>
  readonly keys: ReturnType<typeof keys>
  readonly account: ReturnType<typeof account>
  readonly auth: ReturnType<typeof auth>
  readonly me: ReturnType<typeof me>
  readonly catalogs: ReturnType<typeof catalogs>
  readonly service: ReturnType<typeof service>

  constructor(options: PlatelightOptions = {}) {
    const { apiKey, isBrowser, maxImageBytes, ...settings } = readOptions(options)
    const { baseUrl, fetch } = settings
    this.baseUrl = baseUrl
    this.maxImageBytes = maxImageBytes
    this.raw = createClient<paths>({
      baseUrl,
      fetch,
      headers: {
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
        // A browser names itself, and would ask the server's permission for every call with another name.
        ...(!isBrowser && { 'User-Agent': `platelight-sdk/${version} (document ${DOCUMENT_HASH})` }),
      },
    })
    const core = { ...settings, raw: this.raw, hasKey: apiKey !== undefined }
    const send = createSend(core)
    this.uploads = uploads(send, maxImageBytes)
    this.photos = photos(send, core, this.uploads)
    this.images = images(send)
    this.exports = platformExports(send)
    this.jobs = jobs(send)
    this.keys = keys(send)
    this.account = account(send)
    this.auth = auth(send)
    this.me = me(send)
    this.catalogs = catalogs(send)
    this.service = service(send)
  }
}

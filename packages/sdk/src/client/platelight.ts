import createClient, { type Client } from 'openapi-fetch'
import { version } from '../../package.json'
import { createPictureUploads } from '../files/picture-uploads.ts'
import { createSendForm } from '../files/send-form.ts'
import { DOCUMENT_HASH } from '../generated/document-hash.ts'
import type { paths } from '../generated/schema.d.ts'
import { account } from '../resources/account/account-resource.ts'
import { auth } from '../resources/account/auth-resource.ts'
import { billing } from '../resources/account/billing-resource.ts'
import { email } from '../resources/account/email-resource.ts'
import { idp } from '../resources/account/idp-resource.ts'
import { keys } from '../resources/account/keys-resource.ts'
import { me } from '../resources/account/me-resource.ts'
import { admin } from '../resources/admin-resource.ts'
import { assets } from '../resources/assets-resource.ts'
import { brand } from '../resources/brand-resource.ts'
import { catalogs } from '../resources/catalogs-resource.ts'
import { platformExports } from '../resources/exports-resource.ts'
import { operatorFiles } from '../resources/files-resource.ts'
import { images } from '../resources/generated/image-methods.ts'
import { growth } from '../resources/growth-resource.ts'
import { jobs } from '../resources/jobs-resource.ts'
import { leads } from '../resources/leads-resource.ts'
import { mobileJobs } from '../resources/mobile-jobs-resource.ts'
import { mobile } from '../resources/mobile-resource.ts'
import { photos } from '../resources/photos-resource.ts'
import { pictureFiles } from '../resources/picture-files.ts'
import { purchases } from '../resources/purchases-resource.ts'
import { reels } from '../resources/reels-resource.ts'
import { createResourceMethods } from '../resources/resource-methods.ts'
import { service } from '../resources/service-resource.ts'
import { sessions } from '../resources/sessions-resource.ts'
import { uploads } from '../resources/uploads-resource.ts'
import { webhookEndpoints } from '../resources/webhook-endpoints-resource.ts'
import { createSend } from '../transport/send-operation.ts'
import { type PlatelightOptions, readOptions } from './client-options.ts'

/**
 * A client of the food-photo service. Every call retries failures that are safe to retry and may pass.
 * It can be aborted in every phase, and throws only `PlatelightError` and its subclasses.
 *
 * @example
 * const client = new Platelight() // PLATELIGHT_API_KEY, PLATELIGHT_BASE_URL
 * const photo = await client.photos.enhance({ image: { path: './ramen.jpg' } })
 *
 * @throws PlatelightError if an option is invalid, such as a key over plain http to another machine.
 */
export class Platelight {
  /** Address of the server, without a trailing slash. */
  declare readonly baseUrl: string
  /** The largest picture in bytes. Larger ones are refused before they are sent. */
  declare readonly maxImageBytes: number
  /** The openapi-fetch client, typed with the whole document. It does not throw and does not retry. */
  declare readonly raw: Client<paths>
  /** Photos of the /v1 family: enhance, read, list, download. */
  declare readonly photos: ReturnType<typeof photos>
  /** The picture operations: generate, enhance, cut out, upscale, edit, relight and more. */
  declare readonly images: ReturnType<typeof images> & ReturnType<typeof pictureFiles>
  /** Photos for delivery platforms: fit one, or check many. */
  declare readonly exports: ReturnType<typeof platformExports>
  /** Uploads of photos. Every method that takes a picture uploads by itself. */
  declare readonly uploads: ReturnType<typeof uploads>
  /** Accounts and state of the server, for its administrators. */
  declare readonly admin: ReturnType<typeof admin>
  /** Files behind links, and files of the operator. */
  declare readonly files: ReturnType<typeof operatorFiles>
  /** Queue jobs: submit, wait, follow, cancel. */
  declare readonly jobs: ReturnType<typeof jobs>
  /** The operations of the mobile app. */
  declare readonly mobile: ReturnType<typeof mobile>
  /** Mobile and web jobs, which have a number. */
  declare readonly mobileJobs: ReturnType<typeof mobileJobs>
  /** Short films of one photo. */
  declare readonly reels: ReturnType<typeof reels>
  /** API keys of the account. */
  declare readonly keys: ReturnType<typeof keys>
  /** The account behind the key: credits, sessions, export, deletion. */
  declare readonly account: ReturnType<typeof account>
  /** The page on which people see their plan and buy credits. */
  declare readonly billing: ReturnType<typeof billing>
  /** Sign-in with e-mail and password. */
  declare readonly auth: ReturnType<typeof auth>
  /** Sign-in through an identity provider. */
  declare readonly idp: ReturnType<typeof idp>
  /** What visitors can do before they have an account. */
  declare readonly sessions: ReturnType<typeof sessions>
  /** Consent of visitors, and what they did. */
  declare readonly growth: ReturnType<typeof growth>
  /** Which e-mails an account receives. */
  declare readonly email: ReturnType<typeof email>
  /** Forms of a public website. */
  declare readonly leads: ReturnType<typeof leads>
  /** Pictures, jobs and settings of the signed-in user. */
  declare readonly me: ReturnType<typeof me>
  /** Menus, posters, flyers, posts and banners. */
  declare readonly assets: ReturnType<typeof assets>
  /** The brand of the account: name, words, colours and logo. */
  declare readonly brand: ReturnType<typeof brand>
  /** Values that requests choose from: models, plans, presets, styles, platforms. */
  declare readonly catalogs: ReturnType<typeof catalogs>
  /** The server itself: health, capabilities, prices. */
  declare readonly service: ReturnType<typeof service>
  /** Purchases in app stores. */
  declare readonly purchases: ReturnType<typeof purchases>
  /** Webhook endpoints and their deliveries. */
  declare readonly webhookEndpoints: ReturnType<typeof webhookEndpoints>

  constructor(options: PlatelightOptions = {}) {
    const { apiKey, isBrowser, maxImageBytes, ...settings } = readOptions(options)
    const { baseUrl, fetch } = settings
    const raw = createClient<paths>({
      baseUrl,
      fetch,
      headers: {
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
        // A browser sets its own User-Agent. Another one would cause a CORS preflight for every call.
        ...(!isBrowser && { 'User-Agent': `platelight-sdk/${version} (document ${DOCUMENT_HASH})` }),
      },
    })
    const core = { ...settings, raw }
    const send = createSend(core)
    const sendForm = createSendForm(send, core, maxImageBytes)
    const makers = createResourceMethods(send, core, createPictureUploads(sendForm, core, maxImageBytes))
    const { jobOf } = makers
    Object.assign(this, {
      baseUrl,
      maxImageBytes,
      raw,
      uploads: uploads(sendForm),
      photos: photos(makers, core),
      images: { ...images(makers), ...pictureFiles(core) },
      exports: platformExports(makers),
      admin: admin(makers),
      files: operatorFiles(makers, sendForm),
      jobs: jobs(makers, jobOf),
      mobile: mobile(makers, sendForm),
      mobileJobs: mobileJobs(makers, sendForm),
      reels: reels(makers, sendForm),
      keys: keys(makers),
      account: account(makers),
      billing: billing(makers),
      auth: auth(makers),
      idp: idp(makers),
      sessions: sessions(makers, sendForm),
      growth: growth(makers),
      email: email(makers),
      leads: leads(makers),
      me: me(makers),
      assets: assets(sendForm),
      brand: brand(makers, sendForm),
      catalogs: catalogs(makers),
      service: service(makers),
      purchases: purchases(makers),
      webhookEndpoints: webhookEndpoints(makers),
    } satisfies { [Name in keyof Platelight]: Platelight[Name] })
  }
}

import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Platelight } from '../../src/index.ts'
import { jpeg } from '../support/picture-bytes.ts'
import { clientOf, json, serve, text } from '../support/scripted-server.ts'

interface Operation {
  readonly operationId: string
  readonly 'x-sdk'?: string
  readonly 'x-retired'?: boolean
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

const document = JSON.parse(await readFile(new URL('../../../../openapi/dist/openapi.json', import.meta.url), 'utf8'))
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head']
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ method: method.toUpperCase(), path, ...operation }] : []
  }),
)

/**
 * Operations that no program calls: retired ones, those that only a payment or store provider can sign, and those without any
 * reply but a page, a redirect or headers, which are for browsers and mail programs.
 */
const isForOthers = ({ operationId, responses, ...marks }: Operation) =>
  marks['x-retired'] ||
  operationId.startsWith('receivers.') ||
  Object.keys(responses['200']?.content ?? {}).every((type) => type === 'text/html')

/** Convenience methods of the client, which have no operation of their own. */
const CONVENIENCES = ['photos.download', 'photos.content', 'images.download', 'images.content', 'jobs.get']

/** A call of each method. A new method needs a new line here. */
const CALLS: Record<string, (client: Platelight) => PromiseLike<unknown>> = {
  'account.credits': (client) => client.account.credits(),
  'account.delete': (client) => client.account.delete(),
  'account.export': (client) => client.account.export(),
  'account.generations': (client) => client.account.generations(),
  'account.revokeSession': (client) => client.account.revokeSession('a/b?'),
  'account.sessions': (client) => client.account.sessions(),
  'account.startExport': (client) => client.account.startExport(),
  'account.transactions': (client) => client.account.transactions(),
  'auth.browserSession': (client) => client.auth.browserSession(),
  'auth.changePassword': (client) =>
    client.auth.changePassword({ current_password: 'a', new_password: 'seven purple artichokes' }),
  'auth.confirmEmail': (client) => client.auth.confirmEmail({ token: 'a' }),
  'auth.setup': (client) =>
    client.auth.setup({ token: 'a', email: 'mara@example.com', password: 'seven purple artichokes' }),
  'auth.forgotPassword': (client) => client.auth.forgotPassword({ email: 'mara@example.com' }),
  'auth.login': (client) => client.auth.login({ email: 'mara@example.com', password: 'seven purple artichokes' }),
  'auth.logout': (client) => client.auth.logout(),
  'auth.me': (client) => client.auth.me(),
  'auth.resendVerification': (client) => client.auth.resendVerification(),
  'auth.resetPassword': (client) => client.auth.resetPassword({ token: 'a', password: 'seven purple artichokes' }),
  'auth.session': (client) => client.auth.session(),
  'auth.signup': (client) => client.auth.signup({ email: 'mara@example.com', password: 'seven purple artichokes' }),
  'auth.status': (client) => client.auth.status(),
  'auth.validateEmail': (client) => client.auth.validateEmail({ email: 'mara@example.com' }),
  'auth.verifyEmail': (client) => client.auth.verifyEmail('a/b?'),
  'billing.createPortalSession': (client) => client.billing.createPortalSession({ return_url: 'https://example.com/' }),
  'email.preferences': (client) => client.email.preferences(),
  'email.oneClickUnsubscribe': (client) => client.email.oneClickUnsubscribe('s1.a-b'),
  'email.unsubscribe': (client) => client.email.unsubscribe('s1.a-b'),
  'email.updatePreferences': (client) => client.email.updatePreferences({ newsletter: false }),
  'admin.account': (client) => client.admin.account('a/b?'),
  'admin.accounts': (client) => client.admin.accounts(),
  'admin.grantCredits': (client) => client.admin.grantCredits('a/b?', 5),
  'admin.status': (client) => client.admin.status(),
  'admin.updateAccount': (client) => client.admin.updateAccount('a/b?', { plan: 'Growth' }),
  'assets.create': (client) => client.assets.create({ headline: 'Tonkotsu' }),
  'brand.clear': (client) => client.brand.clear(),
  'brand.profile': (client) => client.brand.profile(),
  'brand.upload': (client) => client.brand.upload({ business_name: 'Trattoria Mara', logo_image: jpeg() }),
  'catalogs.foodStyles': (client) => client.catalogs.foodStyles(),
  'catalogs.models': (client) => client.catalogs.models(),
  'catalogs.plans': (client) => client.catalogs.plans(),
  'catalogs.platforms': (client) => client.catalogs.platforms(),
  'catalogs.presets': (client) => client.catalogs.presets(),
  'catalogs.presetsV3': (client) => client.catalogs.presetsV3(),
  'catalogs.resolutions': (client) => client.catalogs.resolutions(),
  'catalogs.smartLayers': (client) => client.catalogs.smartLayers(),
  'catalogs.styles': (client) => client.catalogs.styles(),
  'idp.config': (client) => client.idp.config(),
  'idp.exchange': (client) => client.idp.exchange({ code: 'a' }),
  'files.download': (client) => client.files.download('https://example.com/files/a.jpg'),
  'files.privateAsset': (client) => client.files.privateAsset('a%2Fb%3F'),
  'files.result': (client) => client.files.result('a%2Fb%3F'),
  'files.adminUpload': (client) => client.files.adminUpload({ file: jpeg(), dir: 'site' }),
  'images.generate': (client) => client.images.generate({ prompt: 'Tacos on slate' }),
  'images.generateV2': (client) => client.images.generateV2({ prompt: 'Tacos on slate' }),
  'images.enrich': (client) => client.images.enrich({ prompt: 'our new tonkotsu' }),
  'growth.consent': (client) => client.growth.consent({ consented: true }),
  'growth.events': (client) => client.growth.events({ name: 'first_photo_saved' }),
  'images.fixBlur': (client) => client.images.fixBlur({ image_url: 'https://example.com/a.jpg' }),
  'images.findSubject': (client) => client.images.findSubject({ image_url: 'https://example.com/a.jpg' }),
  'exports.check': (client) =>
    client.exports.check({ image_urls: ['https://example.com/a.jpg'], platforms: ['ubereats.item'] }),
  'exports.platform': (client) =>
    client.exports.platform({ image_url: 'https://example.com/a.jpg', platform: 'ubereats.item' }),
  'images.platformOptimize': (client) =>
    client.images.platformOptimize({ image_url: 'https://example.com/a.jpg', platform: 'ubereats.item' }),
  'images.enhance': (client) => client.images.enhance({ image_url: 'https://example.com/a.jpg' }),
  'images.inpaint': (client) => client.images.inpaint({ image_url: 'https://example.com/a.jpg', layer: 'highlights' }),
  'images.heroShot': (client) => client.images.heroShot({ image_url: 'https://example.com/a.jpg' }),
  'images.relight': (client) => client.images.relight({ image_url: 'https://example.com/a.jpg' }),
  'images.removeBackground': (client) => client.images.removeBackground({ image_url: 'https://example.com/a.jpg' }),
  'images.smartLayers': (client) => client.images.smartLayers({ image_url: 'https://example.com/a.jpg' }),
  'images.aiEnhance': (client) => client.images.aiEnhance({ image_url: 'https://example.com/a.jpg' }),
  'images.enhanceColors': (client) => client.images.enhanceColors({ image_url: 'https://example.com/a.jpg' }),
  'images.menuConsistency': (client) =>
    client.images.menuConsistency({ image_urls: ['https://example.com/a.jpg', 'https://example.com/b.jpg'] }),
  'images.smartEdit': (client) => client.images.smartEdit({ image_url: 'https://example.com/a.jpg' }),
  'images.upscale': (client) => client.images.upscale({ image_url: 'https://example.com/a.jpg' }),
  'images.batchProcess': (client) => client.images.batchProcess({ image_urls: ['https://example.com/a.jpg'] }),
  'images.process': (client) =>
    client.images.process({ image_urls: ['https://example.com/a.jpg'], steps: ['upscale'] }),
  'jobs.delete': (client) => client.jobs.delete('a/b?'),
  'jobs.events': (client) => client.jobs.events('a/b?').next(),
  'jobs.queueStatus': (client) => client.jobs.queueStatus(),
  'jobs.submit': (client) => client.jobs.submit('upscale', { image_url: 'https://example.com/a.jpg' }),
  'jobs.status': (client) => client.jobs.status('a/b?'),
  'keys.create': (client) => client.keys.create({ name: 'Menu import' }),
  'keys.list': (client) => client.keys.list(),
  'keys.revoke': (client) => client.keys.revoke('a/b?'),
  'keys.rotate': (client) => client.keys.rotate('a/b?'),
  'leads.auditRequest': (client) =>
    client.leads.auditRequest({ email: 'mara@example.com', business_name: 'Trattoria Mara' }),
  'leads.confirm': (client) => client.leads.confirm({ token: 'a' }),
  'leads.contact': (client) =>
    client.leads.contact({ email: 'mara@example.com', name: 'Mara', message: 'Can you import our menu?' }),
  'leads.guideDownload': (client) => client.leads.guideDownload({ email: 'mara@example.com' }),
  'leads.newsletter': (client) => client.leads.newsletter({ email: 'mara@example.com' }),
  'leads.resource': (client) => client.leads.resource('a%2Fb%3F?exp=1&sig=2'),
  'leads.resourceDownload': (client) =>
    client.leads.resourceDownload({ email: 'mara@example.com', resource: 'phone-shot-list' }),
  'me.deleteImage': (client) => client.me.deleteImage(7),
  'me.conversions': (client) => client.me.conversions(),
  'me.images': (client) => client.me.images(),
  'me.jobs': (client) => client.me.jobs(),
  'me.videos': (client) => client.me.videos(),
  'me.settings': (client) => client.me.settings(),
  'me.updateSettings': (client) => client.me.updateSettings({ preset: 'balanced' }),
  'mobile.create': (client) => client.mobile.create({ prompt: 'Tacos on slate' }),
  'mobileJobs.create': (client) => client.mobileJobs.create({ prompt: 'Tacos on slate' }),
  'mobileJobs.generate': (client) => client.mobileJobs.generate({ prompt: 'Tacos on slate' }),
  'mobile.captionCopy': (client) => client.mobile.captionCopy({ prompt: 'Tonkotsu ramen' }),
  'mobile.chatEdit': (client) =>
    client.mobile.chatEdit({ image_url: 'https://example.com/a.jpg', instruction: 'warmer' }),
  'mobileJobs.assets': (client) => client.mobileJobs.assets({ headline: 'Tonkotsu' }),
  'mobileJobs.chatEdit': (client) =>
    client.mobileJobs.chatEdit({ image_url: 'https://example.com/a.jpg', instruction: 'warmer' }),
  'mobileJobs.layerEdit': (client) =>
    client.mobileJobs.layerEdit({ image_url: 'https://example.com/a.jpg', layer: 'background', instruction: 'darker' }),
  'mobile.enhance': (client) => client.mobile.enhance({ image: jpeg() }),
  'mobile.demoEnhance': (client) => client.mobile.demoEnhance({ image: jpeg() }),
  'images.edit': (client) => client.images.edit({ image_urls: ['https://example.com/a.jpg'], prompt: 'warmer' }),
  'images.compose': (client) =>
    client.images.compose({ image_urls: ['https://example.com/a.jpg'], prompt: 'on one wooden table' }),
  'mobileJobs.compose': (client) =>
    client.mobileJobs.compose({ references: [jpeg()], instruction: 'on one wooden table' }),
  'mobileJobs.enhance': (client) => client.mobileJobs.enhance({ image: jpeg() }),
  'mobileJobs.reels': (client) => client.mobileJobs.reels({ image: jpeg() }),
  'mobileJobs.get': (client) => client.mobileJobs.get(7).status(),
  'photos.credits': (client) => client.photos.credits(),
  'photos.delete': (client) => client.photos.delete('a/b?'),
  'photos.enhance': (client) => client.photos.enhance({ image: 'https://example.com/a.jpg' }),
  'photos.get': (client) => client.photos.get('a/b?'),
  'photos.list': (client) => client.photos.list(),
  'photos.presets': (client) => client.photos.presets(),
  'sessions.anonymous': (client) => client.sessions.anonymous(),
  'sessions.claimGuest': (client) => client.sessions.claimGuest({ guest_token: 'a' }),
  'sessions.claimProject': (client) => client.sessions.claimProject('a/b?', { sessionToken: 'anon_a' }),
  'sessions.getProject': (client) => client.sessions.getProject('a/b?', { sessionToken: 'anon_a' }),
  'sessions.guest': (client) => client.sessions.guest({ guest_token: 'a' }),
  'sessions.project': (client) => client.sessions.project({ image: jpeg() }, { sessionToken: 'anon_a' }),
  'purchases.appstoreProducts': (client) => client.purchases.appstoreProducts(),
  'purchases.appstoreRestore': (client) => client.purchases.appstoreRestore({ signed_transactions: ['a.b.c'] }),
  'purchases.appstoreVerify': (client) => client.purchases.appstoreVerify({ signed_transaction: 'a.b.c' }),
  'purchases.subscriptionsConfig': (client) => client.purchases.subscriptionsConfig(),
  'purchases.subscriptionsSync': (client) => client.purchases.subscriptionsSync(),
  'reels.create': (client) => client.reels.create({ image: jpeg() }),
  'service.apiHealth': (client) => client.service.apiHealth(),
  'service.capabilities': (client) => client.service.capabilities(),
  'service.estimate': (client) => client.service.estimate({ path: '/api/upscale' }),
  'service.health': (client) => client.service.health(),
  'service.openapi': (client) => client.service.openapi(),
  'service.ready': (client) => client.service.ready(),
  'uploads.create': (client) => client.uploads.create(jpeg()),
  'webhookEndpoints.create': (client) => client.webhookEndpoints.create({ url: 'https://example.com/hooks' }),
  'webhookEndpoints.delete': (client) => client.webhookEndpoints.delete('a/b?'),
  'webhookEndpoints.deliveries': (client) => client.webhookEndpoints.deliveries('a/b?', { status: 'dead' }),
  'webhookEndpoints.get': (client) => client.webhookEndpoints.get('a/b?'),
  'webhookEndpoints.list': (client) => client.webhookEndpoints.list(),
  'webhookEndpoints.redeliver': (client) => client.webhookEndpoints.redeliver('a/b?', 'a/b?'),
  'webhookEndpoints.rotate': (client) => client.webhookEndpoints.rotate('a/b?'),
  'webhookEndpoints.rotateFinish': (client) => client.webhookEndpoints.rotateFinish('a/b?'),
  'webhookEndpoints.test': (client) => client.webhookEndpoints.test('a/b?'),
  'webhookEndpoints.update': (client) => client.webhookEndpoints.update('a/b?', { enabled: false }),
}

const nameOf = (operation: Operation) => operation['x-sdk'] ?? operation.operationId
const offered = operations.filter((each) => !isForOthers(each))

let methods: string[] = []
beforeAll(async () => {
  const client = clientOf({ url: 'http://127.0.0.1:8787' })
  methods = Object.entries(client).flatMap(([noun, resource]) =>
    noun === 'raw' || typeof resource !== 'object' ? [] : Object.keys(resource).map((key) => `${noun}.${key}`),
  )
})

test('every operation the server offers has a method', () => {
  expect(offered.map(nameOf).filter((name) => !methods.includes(name))).toEqual([])
})

test('every method is an implemented operation of the document or a listed convenience', () => {
  const names = [...offered.map(nameOf), ...CONVENIENCES]
  expect(methods.filter((name) => !names.includes(name))).toEqual([])
})

test('every method except the conveniences has a call in this test', () => {
  expect(methods.filter((name) => !CONVENIENCES.includes(name)).sort()).toEqual(Object.keys(CALLS).sort())
})

test('what no program calls is pages, redirects, checks of links, and the receivers of providers', () => {
  const left = operations.filter((each) => isForOthers(each) && !each['x-retired'])
  expect(left.map(({ operationId }) => operationId).sort()).toEqual([
    ...['auth.checkVerificationLink', 'auth.forgotPage', 'auth.resetPage', 'auth.setupPage', 'auth.verifyPage'],
    ...['billing.portal', 'billing.portalPage', 'email.checkUnsubscribe', 'idp.callback', 'idp.callbackForm'],
    ...['idp.start', 'leads.confirmPage', 'receivers.appstore', 'receivers.cardpay', 'receivers.regionalpay'],
    'receivers.subscriptions',
  ])
})

describe('each method sends the request of its operation', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    test(name, async () => {
      const operation = operations.find((each) => nameOf(each) === name)
      const rows = { photos: [], keys: [], images: [], jobs: [], sessions: [], transactions: [], generations: [] }
      const file = Object.keys(operation?.responses['200']?.content ?? {}).some((type) => /image|octet/.test(type))
      const rows200 = json(200, { ...rows, nextCursor: null, next_cursor: null })
      const server = await serve(file ? text(200, 'bytes', 'image/jpeg') : rows200)
      await call(clientOf(server))
      const [request] = server.requests
      expect(request?.method).toBe(operation?.method)
      const sent = request?.url?.split('?')[0]
      const expected = operation?.path.replace(/\{(\w+)\}/g, (_, field) =>
        field === 'image_id' || name === 'mobileJobs.get' ? '7' : encodeURIComponent('a/b?'),
      )
      expect(sent).toBe(expected)
    })
  }
})

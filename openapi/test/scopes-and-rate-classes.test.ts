import { expect, test } from 'vitest'
import { endpoints } from '../generate/read/openapi-model.ts'
import { document } from './document-fields.ts'

// Every operation with its rate class and the scopes that a credential needs for it. An operation that is added adds a
// line here, so that nobody opens one by leaving a mark out.
const ACCESS = `
photos.credits                   v1       read
photos.enhance                   v1       images
photos.list                      v1       read
photos.get                       v1       read
photos.delete                    v1       images
photos.presets                   public
images.enhance                   api      images
images.removeBackground          api      images
images.upscale                   api      images
images.generate                  api      images
images.generateV2                api      images
images.compose                   api      images
images.edit                      api      images
images.enrich                    api      images
images.process                   api      images
images.relight                   api      images
images.aiEnhance                 api      images
images.enhanceColors             api      images
images.findSubject               api      images
images.fixBlur                   api      images
images.inpaint                   api      images
images.batchProcess              api      images
images.smartEdit                 api      images
images.platformOptimize          api      images
images.heroShot                  api      images
jobs.submit                      api      images
jobs.queueStatus                 api      read
jobs.status                      api      read
jobs.events                      api      read
jobs.delete                      api      images
mobileJobs.create                api      images
mobileJobs.enhance               api      images
mobileJobs.chatEdit              api      images
mobileJobs.layerEdit             api      images
mobileJobs.assets                api      images
mobileJobs.reels                 api      images
mobileJobs.get                   api      read
mobileJobs.generate              api      images
mobileJobs.compose               api      images
mobile.uploads                   api      images
mobile.create                    api      images
mobile.enhance                   api      images
mobile.chatEdit                  api      images
mobile.assets                    api      images
mobile.reels                     api      images
mobile.captionCopy               api      images
mobile.demoEnhance               api      images
files.result                     free
files.privateAsset               free
files.download                   free
admin.accounts                   api      admin
admin.account                    api      admin
admin.updateAccount              api      admin
admin.grantCredits               api      admin
admin.status                     api      admin
files.adminUpload                api      admin
account.delete                   api      account
account.credits                  api      read
account.transactions             api      read
account.generations              api      read
account.export                   api      read
account.startExport              api      account
account.sessions                 api      read
account.revokeSession            api      account
keys.list                        api      read
keys.create                      api      account
keys.revoke                      api      account
keys.rotate                      api      account
me.images                        api      read
me.deleteImage                   api      images
me.jobs                          api      read
me.videos                        api      read
me.settings                      api      read
me.updateSettings                api      account
me.conversions                   api      read
auth.signup                      careful
auth.login                       careful
auth.browserSession              public
auth.logout                      public
auth.me                          api      read
auth.session                     api      read
auth.status                      api      read
auth.validateEmail               public
auth.resendVerification          careful  account
auth.verifyPage                  public
auth.verifyEmail                 public
auth.checkVerificationLink       public
auth.confirmEmail                public
auth.forgotPassword              careful
auth.resetPassword               careful
auth.forgotPage                  public
auth.resetPage                   public
auth.changePassword              careful  account
auth.setupPage                   public
auth.setup                       careful
idp.config                       public
idp.start                        public
idp.callback                     public
idp.callbackForm                 public
idp.exchange                     careful
sessions.guest                   public
sessions.anonymous               public
sessions.project                 careful
sessions.getProject              public
sessions.claimProject            api      account
sessions.claimGuest              api      account
growth.consent                   api      account
growth.events                    api      account
brand.profile                    api      read
brand.upload                     api      images
brand.clear                      api      images
exports.platform                 api      images
images.menuConsistency           api      images
images.smartLayers               api      images
catalogs.plans                   public
catalogs.platforms               public
exports.check                    api      images
catalogs.styles                  public
catalogs.presets                 public
catalogs.presetsV3               public
catalogs.foodStyles              public
catalogs.resolutions             public
catalogs.models                  public
catalogs.smartLayers             public
leads.newsletter                 careful
leads.contact                    careful
leads.resourceDownload           careful
leads.guideDownload              careful
leads.auditRequest               careful
leads.confirmPage                public
leads.confirm                    public
leads.resource                   public
email.unsubscribe                public
email.checkUnsubscribe           public
email.oneClickUnsubscribe        public
email.preferences                api      read
email.updatePreferences          api      account
purchases.appstoreProducts       public
purchases.appstoreVerify         api      account
purchases.appstoreRestore        api      account
purchases.subscriptionsConfig    api      read
purchases.subscriptionsSync      api      account
billing.createPortalSession      api      account
billing.portal                   api      read
billing.portalPage               public
receivers.cardpay                receiver
receivers.appstore               receiver
receivers.subscriptions          receiver
receivers.regionalpay            receiver
webhooks.list                    api      read
webhooks.create                  api      account read
webhooks.get                     api      read
webhooks.update                  api      account read
webhooks.delete                  api      account
webhooks.rotate                  api      account
webhooks.rotateFinish            api      account
webhooks.test                    api      account read
webhooks.deliveries              api      read
webhooks.redeliver               api      account read
retired.pricing                  public
retired.triggerWelcome           api
retired.createCheckoutSession    api
retired.claimCheckoutSession     public
retired.createRegionalpaySession api
retired.regionalpayPricing       public
retired.createIntent             api
retired.createSubscription       api
retired.cancelSubscription       api
retired.playstoreProducts        public
retired.playstoreVerifyPurchase  api
service.health                   free
service.ready                    service
service.apiHealth                service
service.capabilities             public
service.estimate                 api      read
service.openapi                  service
`

test('every operation has the rate class and the scopes that are meant for it', () => {
  const meant = ACCESS.trim()
    .split('\n')
    .map((line) => line.split(/\s+/).join(' '))
  const marked = endpoints(document.paths).map(({ operation }) =>
    [operation.operationId, operation['x-rate-class'], ...(operation['x-scopes'] ?? [])].join(' '),
  )
  expect(marked).toEqual(meant)
})

// Typed from the specification, table by table, and from nothing of ours: method, path, Auth column.
const SPECIFICATION = `
GET    /health                                 none
GET    /api/health                             none
GET    /api/styles                             none
GET    /api/presets                            none
GET    /api/presets/v3                         none
GET    /api/food-styles                        none
GET    /api/resolutions                        none
GET    /api/models                             none
GET    /api/pricing                            none
GET    /api/mobile/smart-layers                none

POST   /api/newsletter                         none
POST   /api/contact                            none
POST   /api/resource-download                  none
POST   /api/guide-download                     none
POST   /api/audit-request                      none
GET    /api/unsubscribe                        none
HEAD   /api/unsubscribe                        none
GET    /api/email/preferences                  Bearer
POST   /api/email/preferences                  Bearer
POST   /api/email/trigger-welcome              Bearer

POST   /api/auth/signup                        none
POST   /api/auth/login                         none
POST   /api/auth/logout                        none
GET    /api/auth/me                            Bearer
GET    /api/auth/session                       Bearer
GET    /api/auth/status                        Bearer
POST   /api/auth/validate-email                none
POST   /api/auth/resend-verification           Bearer
GET    /api/auth/verify-email                  none
POST   /api/auth/forgot-password               none
POST   /api/auth/reset-password                none
GET    /api/auth/idp/config                    none
GET    /api/auth/idp/mobile/start              none
GET    /api/auth/idp/callback                  none
DELETE /api/account                            Bearer
GET    /api/account/credits                    Bearer
GET    /api/account/transactions               Bearer
GET    /api/account/generations                Bearer
GET    /api/me/images                          Bearer
DELETE /api/me/images/{image_id}               Bearer
GET    /api/me/jobs                            Bearer
GET    /api/me/videos                          Bearer
GET    /api/me/settings                        Bearer
PUT    /api/me/settings                        Bearer
GET    /api/brand/profile                      Bearer
POST   /api/brand/upload                       Bearer
POST   /api/brand/clear                        Bearer
GET    /api/keys                               Bearer
POST   /api/keys/create                        Bearer
GET    /api/conversions                        Bearer
POST   /api/export/platform                    Bearer

POST   /api/generate                           Bearer
POST   /api/generate-v2                        Bearer
POST   /api/enhance                            Bearer
POST   /api/remove-background                  Bearer
POST   /api/upscale                            Bearer
POST   /api/compose                            Bearer
POST   /api/edit                               Bearer
POST   /api/enrich                             Bearer
POST   /api/process                            Bearer
POST   /api/relight                            Bearer
POST   /api/ai-enhance                         Bearer
POST   /api/enhance-colors                     Bearer
POST   /api/fix-blur                           Bearer
POST   /api/inpaint                            Bearer
POST   /api/batch-process                      Bearer
POST   /api/smart-edit                         Bearer
POST   /api/platform-optimize                  Bearer
POST   /api/hero-shot                          Bearer

POST   /api/jobs/submit                        Bearer
GET    /api/jobs/{job_id}/status               Bearer
DELETE /api/jobs/{job_id}                      Bearer
GET    /api/jobs/queue/status                  Bearer

POST   /api/mobile/jobs/create                 Bearer
POST   /api/mobile/jobs/enhance                Bearer
POST   /api/mobile/jobs/chat-edit              Bearer
POST   /api/mobile/jobs/layer-edit             Bearer
POST   /api/mobile/jobs/assets                 Bearer
POST   /api/mobile/jobs/reels                  Bearer
GET    /api/mobile/jobs/{job_id}               Bearer
POST   /api/jobs/generate                      Bearer
POST   /api/jobs/compose                       Bearer

POST   /api/mobile/create                      Bearer
POST   /api/mobile/enhance                     Bearer
POST   /api/mobile/chat-edit                   Bearer
POST   /api/mobile/assets                      Bearer
POST   /api/mobile/reels                       Bearer
POST   /api/mobile/uploads                     Bearer
POST   /api/mobile/caption-copy                Bearer
POST   /api/demo/enhance                       Bearer

POST   /api/mobile/guest-session               none
POST   /api/mobile/anonymous-session           none
POST   /api/mobile/anonymous-project           none
POST   /api/mobile/claim-guest-session         Bearer
POST   /api/mobile/growth/consent              Bearer
POST   /api/mobile/growth/events               Bearer

GET    /api/mobile/private-assets/{filename}   none
GET    /api/mobile/download                    none
POST   /api/admin/upload                       Bearer

GET    /api/mobile/appstore/products           none
POST   /api/mobile/appstore/verify-transaction Bearer
POST   /api/mobile/appstore/restore            Bearer
GET    /api/mobile/subscriptions/config        Bearer
POST   /api/mobile/subscriptions/sync          Bearer
POST   /api/billing/create-portal-session      Bearer
GET    /api/billing/portal                     Bearer
POST   /api/billing/create-checkout-session    Bearer
POST   /api/payment/create-intent              Bearer
POST   /api/payment/create-subscription        Bearer
POST   /api/payment/cancel-subscription        Bearer
GET    /api/billing/claim-checkout-session     none
POST   /api/billing/create-regionalpay-session Bearer
GET    /api/billing/regionalpay-pricing        none
GET    /api/mobile/playstore/products          none
POST   /api/mobile/playstore/verify-purchase   Bearer
POST   /api/webhooks/cardpay                   none
POST   /api/webhooks/appstore                  none
POST   /api/webhooks/subscriptions             none
POST   /api/webhooks/regionalpay               none

POST   /v1/photos/enhance                      Bearer
GET    /v1/photos/{id}                         Bearer
GET    /v1/photos                              Bearer
DELETE /v1/photos/{id}                         Bearer
GET    /v1/presets                             none
GET    /v1/account/credits                     Bearer
`

/** The eleven endpoints that only answer 410. */
export const RETIRED = [
  'GET /api/pricing',
  'POST /api/email/trigger-welcome',
  'POST /api/billing/create-checkout-session',
  'GET /api/billing/claim-checkout-session',
  'POST /api/billing/create-regionalpay-session',
  'GET /api/billing/regionalpay-pricing',
  'POST /api/payment/create-intent',
  'POST /api/payment/create-subscription',
  'POST /api/payment/cancel-subscription',
  'GET /api/mobile/playstore/products',
  'POST /api/mobile/playstore/verify-purchase',
]

/** Method, path and Auth column of every line. */
export const specified = SPECIFICATION.trim()
  .split(/\n+/)
  .map((line) => line.split(/\s+/) as [string, string, string])

// Stand-ins of an app store and a provider of subscriptions.

export { APP_ID, BUNDLE_ID, createAppStore } from '../support/purchases/app-store.ts'
export { startSubscriptionProvider } from '../support/purchases/subscription-provider.ts'

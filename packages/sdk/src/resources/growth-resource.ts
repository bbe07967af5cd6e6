import type { ResourceMethods } from './resource-methods.ts'

/** What an app records of its use, only with the consent of the account. */
export const growth = ({ post }: ResourceMethods) => ({
  /** Stores whether the app may record its use, and links `anonymous_id`. Withdrawing consent deletes every stored event. */
  consent: post('/api/mobile/growth/consent'),

  /**
   * Stores an event of the app, once for each `event_id`. Without consent `status` is `not_consented`, and nothing is stored.
   *
   * @example
   * await client.growth.events({ name: 'first_photo_saved', properties: { screen: 'camera' } })
   */
  events: post('/api/mobile/growth/events'),
})

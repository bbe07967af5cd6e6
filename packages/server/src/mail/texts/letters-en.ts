import type { LetterTexts } from './letter-texts.ts'

export const english: LetterTexts = {
  language: 'en',
  direction: 'ltr',
  colon: ':',
  copyLink: 'Or copy this address into your browser:',
  openService: 'Open Platelight',
  turnOffAlerts: 'You can turn off e-mails of this kind in the e-mail preferences of your account.',
  whyMarketing: 'You receive this e-mail because you agreed to e-mails of this kind.',
  unsubscribe: 'Unsubscribe',

  verification: {
    subject: 'Confirm your e-mail address',
    intro: 'A Platelight account was created with this e-mail address. If it was you, please confirm the address.',
    newsletter:
      'You also asked for our newsletter and offers. By confirming, you agree to receive them. Each of them has a link to unsubscribe.',
    button: 'Confirm this address',
    ending:
      'The link works once, for 24 hours. If you did not sign up, ignore this e-mail: the account stays unconfirmed.',
  },
  knownAddress: {
    subject: 'You already have an account',
    intro:
      'There was an attempt to create a Platelight account with this e-mail address. The address already has an account, and nothing was changed.',
    more: 'If it was you, log in with the password you chose then. If you have forgotten it, request a new one. Choosing a new password also confirms the address.',
    ending: 'If it was not you, you can ignore this e-mail.',
  },
  passwordReset: {
    subject: 'Choose a new password',
    intro: 'A new password was requested for the Platelight account with this e-mail address.',
    button: 'Choose a new password',
    ending: 'The link works once, for one hour. If it was not you, ignore this e-mail: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    intro: 'The password of your Platelight account was changed, and every session was signed out.',
    ending: 'If it was not you, request a new password at once. Only a person who reads this mailbox can do that.',
  },
  passwordAdded: {
    subject: 'Your account has a password now',
    intro: 'A password was set for your Platelight account, which had none before. Every session was signed out.',
    ending: 'If it was not you, request a new password at once. Only a person who reads this mailbox can do that.',
  },
  passwordRemoved: {
    subject: 'The password of your account was removed',
    intro: (provider) =>
      `You confirmed this address by signing in with ${provider}. Your Platelight account had a password from before that, which another person may have chosen, so it was removed.`,
    more: 'You can choose a new password whenever you like: request one where you sign in.',
    ending: 'If it was not you, contact the people who run this service at once. They can disable the account.',
  },
  providerLinked: {
    subject: 'Your account has a new way to sign in',
    intro: (provider) => `Your Platelight account can now be opened by signing in with ${provider}.`,
    more: 'Your password, if you have one, works as before.',
    ending: 'If it was not you, contact the people who run this service at once. They can disable the account.',
  },
  welcome: {
    subject: 'Welcome to Platelight',
    intro: 'Your e-mail address is confirmed, and your account is ready.',
    balance: (credits) => `Credits in your account: ${credits}`,
    ending: 'We never ask for your password or your API keys by e-mail.',
  },
  webhookDisabled: {
    subject: 'A webhook endpoint was disabled',
    intro: (endpointId) =>
      `The webhook endpoint ${endpointId} of your Platelight account has accepted no event for three days, so nothing is sent to it any more.`,
    more: 'Its deliveries show the result of each attempt. When the receiver works again, enable the endpoint and redeliver the events that it missed.',
    ending: 'Your other endpoints are not affected.',
  },
  creditsLow: {
    subject: 'Your credits are running low',
    intro: 'The credits of your Platelight account are nearly used up.',
    balance: (credits) => `Credits left: ${credits}`,
    more: 'Once they are used up, new photos are refused until you add credits.',
    button: 'Add credits',
    ending: (threshold) => `This e-mail is sent once each time the balance falls below ${threshold}.`,
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    intro:
      'Your Platelight account was deleted as requested, with its photos, history and settings. Booking entries that the law requires are kept without your name and address.',
    more: 'This does not cancel subscriptions that you bought in an app store. Please cancel them there.',
    ending: 'This was the last e-mail about this account.',
  },
  leadConfirmation: {
    subject: 'Please confirm your subscription',
    newsletter:
      'Our newsletter was requested for this e-mail address. If it was you, please confirm that you want it. Each issue has a link to unsubscribe.',
    offers:
      'Our newsletter and offers were requested for this e-mail address. If it was you, please confirm that you want them. Each e-mail has a link to unsubscribe.',
    button: 'Confirm the subscription',
    ending:
      'The link works for seven days. If it was not you, ignore this e-mail: without your confirmation we send you nothing.',
  },
  leadDownload: {
    subject: (title) => `Your download: ${title}`,
    intro: 'You asked for this on our website. The link opens it, and you can print it or save it.',
    button: 'Open the download',
    ending:
      'The link works for seven days. If it was not you, ignore this e-mail: your address was not added to any list.',
  },
  leadReceived: {
    contact: 'A message from your contact form',
    audit: 'A request for a photo audit',
    labels: {
      name: 'Name of the person',
      address: 'E-mail address',
      business: 'Name of the restaurant',
      phone: 'Phone number',
      subject: 'Subject of the message',
      menu: 'Link to the menu',
      photos: 'Links to photos',
      message: 'The message',
      source: 'Sent from',
    },
    reply: 'A reply to this e-mail goes to the person. The address is not confirmed.',
    erase: (leadId) => `To remove what was sent: platelight-server leads erase ${leadId}`,
  },
}

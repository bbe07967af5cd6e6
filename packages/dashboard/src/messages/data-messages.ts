import { inLanguage } from './language.ts'

/** The texts of the page about a person's own data. */
export const dataMessages = inLanguage('data', {
  title: 'Your data',
  exportTitle: 'A copy of everything',
  exportText:
    'Photos, history, ledger and settings in zip archives. It takes a moment, and the archives are kept for seven days.',
  start: 'Make a copy',
  working: 'Your copy is being made. You can leave this page.',
  failed: 'The copy could not be made. Start it again.',
  ready: (when: string) => `Made ${when}`,
  download: (name: string, size: string) => `${name}, ${size}`,
  deleteTitle: 'Delete the account',
  deleteText:
    'Photos, files, keys, webhooks and history are erased, and programs stop working at once. This cannot be undone. Subscriptions of an app store are cancelled in that store.',
  delete: 'Delete my account',
  sure: 'Delete the account?',
  type: (address: string) => `Type ${address} to confirm`,
  forever: 'Delete everything for good',
  deleted: 'The account is deleted',
  leave: 'Leave',
})

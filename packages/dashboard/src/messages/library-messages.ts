import { inLanguage } from './language.ts'
import { plural } from './numbers.ts'

/** The texts of the library. */
export const libraryMessages = inLanguage('library', {
  title: 'Library',
  emptyTitle: 'Nothing here yet',
  empty: 'Every picture that you make, in the studio or with a key, is kept here.',
  toStudio: 'Make the first one',
  noneFits: 'No picture fits these filters.',
  allAgain: 'Show all',
  filters: 'Filters',
  state: 'State',
  states: { finished: 'Finished', failed: 'Failed' },
  operation: 'Operation',
  everyOperation: 'Every operation',
  platform: 'Platform',
  everyPlatform: 'Every platform',
  time: 'Time',
  times: { any: 'Any time', 1: 'Last 24 hours', 7: 'Last 7 days', 30: 'Last 30 days', 365: 'Last 12 months' },
  noFailed: 'Nothing failed.',
  jobs: 'In progress',
  cancelJob: (name: string) => `Cancel ${name}`,
  delete: 'Delete',
  deleted: (count: number) => plural(count, { one: '# picture deleted', other: '# pictures deleted' }),
  undo: 'Undo',
  gone: 'Links to deleted pictures stop working. Credits are not given back.',
  files: (count: number) => plural(count, { one: '# file', other: '# files' }),
  photo: 'the photo',
})

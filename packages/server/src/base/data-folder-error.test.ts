import { expect, test } from 'vitest'
import { asDataFolderError, DataFolderError } from './data-folder-error.ts'

const compiledFor = (modules: number) =>
  new Error(
    `The module 'better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION ${modules}. This version of Node.js requires\nNODE_MODULE_VERSION ${process.versions.modules}. Please try re-compiling`,
  )

test.each([
  [compiledFor(115), `was compiled for Node 20, and this is Node ${process.versions.node}.`],
  [
    compiledFor(115),
    'Run "npm rebuild better-sqlite3" in the folder where the server is installed, or start it with Node 20.',
  ],
  [compiledFor(999), 'was compiled for another Node'],
  [
    new Error('Could not locate the bindings file. Tried:\n → build/better_sqlite3.node'),
    'was not compiled when it was installed',
  ],
])('a native module that does not fit is a sentence with a way out', (error, sentence) => {
  const shown = asDataFolderError('data', error)
  expect(shown).toBeInstanceOf(DataFolderError)
  expect((shown as Error).message).toContain(sentence)
})

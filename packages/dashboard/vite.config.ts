import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

/** The terms of the letters and of the photo, which are no code and so not among those of `license`. */
const TERMS = {
  'bricolage-grotesque-terms.txt': '@fontsource-variable/bricolage-grotesque/LICENSE',
  'croissant-terms.txt': 'startbootstrap-business-casual/LICENSE',
}
const furtherTerms: Plugin = {
  name: 'further-terms',
  generateBundle() {
    const { resolve } = createRequire(import.meta.url)
    for (const [fileName, file] of Object.entries(TERMS)) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(resolve(file)) })
    }
  },
}

export default defineConfig({
  base: '/dashboard/',
  plugins: [furtherTerms],
  build: {
    target: 'es2022',
    // A picture in the script could not be cached by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The terms of everything that is built in go along.
    license: { fileName: 'terms.md' },
    rolldownOptions: {
      onLog(level, log, say) {
        // "use client" means nothing in a page that has only a client.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') say(level, log)
      },
    },
  },
})

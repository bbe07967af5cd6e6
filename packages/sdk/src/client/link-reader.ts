import { saveLink } from '../files/save-link.ts'
import { type DownloadOptions, openLink, type Saved } from '../transport/open-link.ts'
import { type PlatelightOptions, readOptions } from './client-options.ts'

/** Reads links of results, with the retries of a client. No credential is sent: links carry their own permission. */
export interface LinkReader {
  /** Saves the file whole or not at all. @throws PlatelightError `file_unwritable`; otherwise what any call throws. */
  save(url: string, path: string, options: DownloadOptions): Promise<Saved>
  /** The answer, its body still to be read. */
  open(url: string, options: DownloadOptions): Promise<Response>
}

export function createLinkReader(options: PlatelightOptions): LinkReader {
  const core = readOptions(options)
  return {
    save: (url, path, download) => saveLink(core, url, path, download),
    open: (url, download) => openLink(core, url, download),
  }
}

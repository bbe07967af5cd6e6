import { saveLink } from '../files/save-link.ts'
import { type DownloadOptions, openLink, type Saved } from '../transport/open-link.ts'
import { type PlatelightOptions, readOptions } from './client-options.ts'

/** Reads links of results, with the retries of a client. It sends no credential, because links are signed. */
export interface LinkReader {
  /** Saves the file completely or not at all. @throws PlatelightError `file_unwritable`, or any error of a call. */
  save(url: string, path: string, options: DownloadOptions): Promise<Saved>
  /** Opens the link. The body of the response is not read yet. */
  open(url: string, options: DownloadOptions): Promise<Response>
}

export function createLinkReader(options: PlatelightOptions): LinkReader {
  const core = readOptions(options)
  return {
    save: (url, path, download) => saveLink(core, url, path, download),
    open: (url, download) => openLink(core, url, download),
  }
}

import type { DownloadOptions, LinkCore, Saved } from '../transport/open-link.ts'
import type { Attempt } from '../transport/request-attempt.ts'
import type { Body } from '../transport/request-body.ts'
import type { Part, ReadOptions, Upload } from './upload.ts'

/**
 * What only a runtime with a file system can do, behind the package import `#files`: `files.node.ts`
 * in Node, Bun and Deno, and null everywhere else, so that no bundle for browsers meets `node:fs`.
 */
export interface Files {
  /** A file on disk, ready to be sent. */
  upload(path: string | URL, reading: ReadOptions): Promise<Upload>
  /** A form whose pieces restart the attempt's clock as they leave. */
  form(parts: readonly Part[], attempt: Attempt): Body
  /** Saves a link, whole or not at all. */
  save(core: LinkCore, url: string, path: string | URL, options: DownloadOptions): Promise<Saved>
}

export const files: Files | null = null

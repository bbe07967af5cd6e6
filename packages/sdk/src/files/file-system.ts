import type { DownloadOptions, LinkCore, Saved } from '../transport/open-link.ts'
import type { Attempt } from '../transport/request-attempt.ts'
import type { Body } from '../transport/request-body.ts'
import type { Part, ReadOptions, Report, Upload } from './upload.ts'

/**
 * Operations that need a file system or a proxy, behind the package import `#files`: `file-system.node.ts` in
 * Node, Bun and Deno, and null everywhere else, so that no bundle for browsers contains `node:fs`.
 */
export interface Files {
  /** A file on disk, ready to be sent. */
  upload(path: string | URL, reading: Pick<ReadOptions, 'maxBytes'>): Promise<Upload>
  /** A streamed form. Each chunk that is sent restarts the attempt's timeout. */
  form(parts: readonly Part[], attempt: Attempt, report?: Report): Body
  /** Saves a link completely or not at all. */
  save(core: LinkCore, url: string, path: string | URL, options: DownloadOptions): Promise<Saved>
  /** The global fetch, through a proxy of the environment. */
  fetch(request: Request): Promise<Response>
}

export const files: Files | null = null

import { createReadStream } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'

/** A file that forms of the website send. */
export interface Handout {
  readonly id: string
  /** The language in its name; empty when there is none. */
  readonly language: string
  /** The name of the file. */
  readonly name: string
  readonly path: string
  readonly mime: string
  readonly bytes: number
  readonly changedMs: number
}

/** The handout that the form for the guide sends. */
export const GUIDE = 'guide'

/** Kinds of files that can be handed out. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.pdf': 'application/pdf',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** An id in lower case, a language unless there is only one, and a type: `phone-shot-list.de.html`. */
const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([a-z]{2}))?(\.[a-z]+)$/
/** As long as the field of a form that names it. */
const LONGEST_ID = 100
/** Titles are at the beginning of a file. */
const HEAD_BYTES = 16_384

export type Handouts = ReturnType<typeof createHandouts>

/**
 * The handouts of a folder, which is read each time, so that a new file needs no restart. Names are looked up in the list of
 * the folder and never made into a path, and a link in the folder that leads out of it does not count.
 */
export function createHandouts(folder: string) {
  const read = async (name: string, root: string): Promise<Handout | undefined> => {
    const [, id = '', language = '', type = ''] = NAME.exec(name) ?? []
    const mime = TYPES[type]
    if (mime === undefined || id.length > LONGEST_ID) return undefined
    const path = await realpath(join(folder, name)).catch(() => undefined)
    if (path === undefined || !path.startsWith(root + sep)) return undefined
    const found = await stat(path)
    if (!found.isFile()) return undefined
    return { id, language, name, path, mime, bytes: found.size, changedMs: found.mtimeMs }
  }

  /** @throws Error when the folder cannot be read. */
  const list = async (): Promise<Handout[]> => {
    const root = await realpath(folder)
    const found = await Promise.all((await readdir(folder)).sort().map((name) => read(name, root)))
    return found.flatMap((one) => one ?? [])
  }

  return {
    folder,
    list,

    /** The handout in a language; else in English, without a language, or in any. */
    async find(id: string, locale: string): Promise<Handout | undefined> {
      const found = (await list()).filter((one) => one.id === id)
      const wanted = [languageOf(locale), 'en', '']
      return wanted.map((language) => found.find((one) => one.language === language)).find(Boolean) ?? found[0]
    },
  }
}

/** The language of a BCP 47 tag, as names of handouts have it; empty for any other text. */
export const languageOf = (locale: string): string => /^([a-z]{2})(?![a-z])/.exec(locale.toLowerCase())?.[1] ?? ''

/** The title that a handout has in its text, or else its id in words. */
export async function titleOf({ id, path, name }: Handout): Promise<string> {
  const [first = '', ...rest] = id.replaceAll('-', ' ')
  const fallback = first.toUpperCase() + rest.join('')
  const pattern = { '.html': /<title>([^<]+)<\/title>/i, '.md': /^# +(.+)$/m }[extname(name)]
  if (!pattern) return fallback
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const title = pattern.exec(buffer.toString('utf8', 0, bytesRead))?.[1] ?? ''
    return (
      title
        .replace(/\p{Cc}+/gu, ' ')
        .replaceAll('&amp;', '&')
        .trim()
        .slice(0, 200) || fallback
    )
  } finally {
    await file.close()
  }
}

/** The bytes of a handout, or of a part of it. */
export const openHandout = async ({ path }: Handout, range?: { start: number; end: number }): Promise<Readable> =>
  createReadStream(path, range)

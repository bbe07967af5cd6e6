import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, Response } from 'express'
import multer from 'multer'
import { orStorageFull, ServiceError, type Violation } from '../../base/service-error.ts'
import type { UploadedFile } from '../../contract/index.ts'
import { coerce, type FormShape } from '../validation/form-fields.ts'

export interface FormLimits {
  readonly fileBytes: number
  readonly files: number
  readonly fields: number
}

export interface FormBody {
  /** Text fields by name; a file field holds its file name, so that the schema sees that it is there. */
  readonly value: Record<string, unknown>
  readonly files: readonly UploadedFile[]
  readonly ignored: readonly string[]
  readonly violations: readonly Violation[]
}

export interface FormReader {
  /**
   * Reads a multipart body; its files lie in a folder of their own until the request is over.
   *
   * @throws ServiceError `body_too_large`, `bad_request`
   */
  read(req: Request, res: Response, shape: FormShape): Promise<FormBody>
}

/** Room for the texts and the boundaries of a form around its files. */
const FIELD_BYTES = 256 * 1024
const OVERHEAD_BYTES = 1024 * 1024

export function createFormReader({ folder, limits }: { folder: string; limits: FormLimits }): FormReader {
  return {
    async read(req, res, shape) {
      const files = Math.min(limits.files, shape.maxFiles)
      const mostBytes = files * limits.fileBytes + OVERHEAD_BYTES
      if (Number(req.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(limits.fileBytes)

      // One folder a request: deleting it deletes whatever was begun, finished or half-written.
      const own = join(folder, randomUUID())
      await mkdir(own, { recursive: true })
      req.context.cleanUps.push(() => rm(own, { recursive: true, force: true, maxRetries: 3 }))

      await receive(req, res, { own, limits, mostBytes })
      return assignFields(req, shape)
    },
  }
}

interface Receiving {
  readonly own: string
  readonly limits: FormLimits
  readonly mostBytes: number
}

function receive(req: Request, res: Response, { own, limits, mostBytes }: Receiving): Promise<void> {
  const parser = multer({
    storage: multer.diskStorage({ destination: own, filename: (_req, _file, named) => named(null, randomUUID()) }),
    defParamCharset: 'utf8',
    limits: {
      fileSize: limits.fileBytes,
      files: limits.files,
      fields: limits.fields,
      parts: limits.files + limits.fields,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      headerPairs: 20,
      fieldNestingDepth: 1,
    },
  }).any()

  return new Promise((done, failed) => {
    // After an error the parser waits for the end of the body; one without an end is not waited for.
    let received = 0
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received <= mostBytes) return
      req.off('data', count).unpipe().pause()
      failed(tooLarge(limits.fileBytes))
    }
    parser(req, res, (error: unknown) => {
      req.off('data', count)
      if (error) failed(formError(error, limits))
      else done()
    })
    req.on('data', count)
  })
}

/** Puts texts and files where the document has them. */
function assignFields(req: Request, { fields }: FormShape): FormBody {
  const value: Record<string, unknown> = {}
  const files: UploadedFile[] = []
  const ignored = new Set<string>()
  const violations: Violation[] = []

  for (const [name, sent] of Object.entries((req.body ?? {}) as Record<string, unknown>)) {
    const field = fields.get(name)
    const texts = [sent].flat()
    if (!field) ignored.add(name)
    else if (field.kind === 'file') {
      // Browsers and some clients send an empty text for a file that was not chosen.
      if (texts.some((text) => text !== '')) violations.push(wrong(name, 'must be a file, not text', 'file'))
    } else if (texts.some((text) => typeof text !== 'string')) violations.push(wrong(name, 'must be text', 'type'))
    else {
      const values = (texts as string[]).map((text) => coerce(field, text))
      value[name] = field.list || values.length > 1 ? values : values[0]
    }
  }

  const uploads = Array.isArray(req.files) ? req.files : []
  for (const { fieldname: name, originalname, path, size } of uploads) {
    const field = fields.get(name)
    if (!field) ignored.add(name)
    else if (field.kind !== 'file') violations.push(wrong(name, 'must be text, not a file', 'type'))
    else {
      files.push({ field: name, filename: originalname, path, sizeBytes: size })
      // Two files for one are a list too, which the schema then refuses.
      const names = [value[name] ?? [], originalname].flat()
      value[name] = field.list || names.length > 1 ? names : originalname
    }
  }
  return { value, files, ignored: [...ignored], violations }
}

const wrong = (name: string, msg: string, type: string): Violation => ({ loc: ['body', name], msg, type })

const tooLarge = (fileBytes: number) =>
  new ServiceError('body_too_large', `A file may be at most ${Math.floor(fileBytes / 1e6)} MB.`, {
    max_bytes: fileBytes,
  })

function formError(error: unknown, { fileBytes }: FormLimits): unknown {
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return tooLarge(fileBytes)
    if (error.code.startsWith('LIMIT_'))
      return new ServiceError('body_too_large', `The form is too large: ${error.message}.`)
    return new ServiceError('bad_request', `The form cannot be read: ${error.message}.`)
  }
  // What the parser underneath throws about a body that is no form has no class; what the disk throws has a code.
  if (error instanceof Error && !('code' in error)) {
    return new ServiceError('bad_request', `The form cannot be read: ${error.message}.`)
  }
  return orStorageFull(error)
}

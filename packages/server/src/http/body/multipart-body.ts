import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Request, Response } from 'express'
import multer from 'multer'
import { InvalidRequest, orStorageFull, ServiceError, type Violation } from '../../base/service-error.ts'
import type { UploadedFile } from '../../contract/index.ts'
import { coerce, type FormShape } from '../validation/form-fields.ts'

declare module 'multer' {
  interface Options {
    /** Feeds the parser, a Writable that emits `file` for each file. Missing in the published types. */
    streamHandler?: (form: Request, parts: Writable) => void
  }
}

export interface FormLimits {
  readonly fileBytes: number
  readonly files: number
  readonly fields: number
}

export interface FormBody {
  /** Text fields by name. A file field holds its file name, so that the schema sees that it is present. */
  readonly value: Record<string, unknown>
  readonly files: readonly UploadedFile[]
  readonly ignored: readonly string[]
  readonly violations: readonly Violation[]
}

export interface FormReader {
  /**
   * Reads a multipart body. Its files are kept in a folder of their own until the request is over.
   *
   * @param form.fieldBytes The size of one text field.
   * @throws ServiceError `body_too_large`, `bad_request`
   */
  read(req: Request, res: Response, form: { readonly shape: FormShape; readonly fieldBytes: number }): Promise<FormBody>
}

/** Stands in for the name of a file that has none. Browsers send an empty part of this kind if no file was chosen. */
const NAMELESS = 'file'
/** Of everything in a form but its files. */
const OVERHEAD_BYTES = 1024 * 1024

export function createFormReader({ folder, limits }: { folder: string; limits: FormLimits }): FormReader {
  return {
    async read(req, res, { shape, fieldBytes }) {
      const files = Math.min(limits.files, shape.maxFiles)
      const maxBytes = files * limits.fileBytes + OVERHEAD_BYTES
      if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(limits.fileBytes)

      // One folder per request, so that deleting it also deletes half-written files.
      const ownFolder = join(folder, randomUUID())
      await mkdir(ownFolder, { recursive: true })
      req.context.cleanUps.push(() => rm(ownFolder, { recursive: true, force: true, maxRetries: 3 }))

      await receive(req, res, { folder: ownFolder, limits, maxBytes, fieldBytes, shape })
      return nameWhatCame(req, shape, assignFields(req, shape))
    },
  }
}

interface FormTarget {
  readonly folder: string
  readonly limits: FormLimits
  readonly maxBytes: number
  readonly fieldBytes: number
  readonly shape: FormShape
}

function receive(req: Request, res: Response, target: FormTarget): Promise<void> {
  const { folder, limits, maxBytes, fieldBytes, shape } = target
  const parser = multer({
    storage: multer.diskStorage({ destination: folder, filename: (_req, _file, named) => named(null, randomUUID()) }),
    defParamCharset: 'utf8',
    limits: {
      fileSize: limits.fileBytes,
      files: limits.files,
      fields: limits.fields,
      parts: limits.files + limits.fields,
      fieldSize: fieldBytes,
      fieldNameSize: 100,
      headerPairs: 20,
      fieldNestingDepth: 1,
    },
    streamHandler: (form, parts) => {
      // Without a name the parser would drop such a part, which other libraries take for a file.
      parts.prependListener('file', (_name: string, _content: unknown, part: { filename?: string }) => {
        part.filename ??= NAMELESS
      })
      form.pipe(parts)
    },
  }).any()

  return new Promise((done, failed) => {
    // After an error the parser waits for the end of the body, which may never come.
    let received = 0
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received <= maxBytes) return
      req.off('data', count).unpipe().pause()
      endAfterReply(req, res)
      failed(tooLarge(limits.fileBytes))
    }
    parser(req, res, (error: unknown) => {
      req.off('data', count)
      if (error) failed(formError(error, limits, shape))
      else done()
    })
    req.on('data', count)
  })
}

const uploadsOf = (req: Request) =>
  (Array.isArray(req.files) ? req.files : []).filter(({ originalname, size }) => originalname !== NAMELESS || size > 0)

/** Many clients write the name of a list as `images[]` or `images[0]`, also where it has one file. */
const plainName = (name: string, { fields }: FormShape) => (fields.has(name) ? name : name.replace(/\[\d*\]$/, ''))

/** Closes the file that waits for the rest of a body, which Node leaves open when the reply comes first. */
export const endAfterReply = (req: Request, res: Response): void => {
  res.once('close', () => req.complete || req.destroy())
}

/** Assigns texts and files to the fields of the document. */
function assignFields(req: Request, shape: FormShape): FormBody {
  const { fields } = shape
  const value: Record<string, unknown> = {}
  const files: UploadedFile[] = []
  const ignored = new Set<string>()
  const violations: Violation[] = []

  for (const [name, sent] of Object.entries((req.body ?? {}) as Record<string, unknown>)) {
    const field = fields.get(name)
    const texts = [sent].flat()
    if (!field) ignored.add(name)
    else if (field.kind === 'file') {
      // Browsers and some clients send an empty text when no file was chosen.
      if (texts.some((text) => text !== '')) violations.push(violation(name, FILE_AS_TEXT, 'file'))
    } else if (texts.some((text) => typeof text !== 'string')) violations.push(violation(name, 'must be text', 'type'))
    else {
      const values = (texts as string[]).map((text) => coerce(field, text, name))
      value[name] = field.list || values.length > 1 ? values : values[0]
    }
  }

  for (const { fieldname, originalname, path, size } of uploadsOf(req)) {
    const name = plainName(fieldname, shape)
    const field = fields.get(name)
    if (!field) ignored.add(fieldname)
    else if (field.kind !== 'file') violations.push(violation(name, 'must be text, not a file', 'type'))
    else {
      files.push({ field: name, filename: originalname, path, sizeBytes: size })
      // Two files for a single field make a list, which the schema refuses.
      const names = [value[name] ?? [], originalname].flat()
      value[name] = field.list || names.length > 1 ? names : originalname
    }
  }
  return { value, files, ignored: [...ignored], violations }
}

/** Adds to each file that is missing what came instead. */
function nameWhatCame(req: Request, { requiredFiles }: FormShape, body: FormBody): FormBody {
  const named = new Set(body.violations.map(({ loc }) => loc[1]))
  const missing = requiredFiles.filter((name) => body.value[name] === undefined && !named.has(name))
  if (missing.length === 0) return body
  const came = [
    ...uploadsOf(req).map(({ fieldname }) => `a file in the field "${fieldname}"`),
    ...Object.keys(req.body ?? {}).map((name) => `text in the field "${name}"`),
  ]
  const more = came.length > MOST_NAMED ? ` and ${came.length - MOST_NAMED} more` : ''
  const what = came.length === 0 ? 'nothing' : came.slice(0, MOST_NAMED).join(', ')
  const violations = missing.map((name) =>
    violation(name, `is required: a file in the field "${name}". What came is ${what}${more}.`, 'required'),
  )
  return { ...body, violations: [...body.violations, ...violations] }
}

/** The most fields that are listed. */
const MOST_NAMED = 5

const FILE_AS_TEXT =
  'must be a file, not text: the headers of its part need a file name (Content-Disposition: form-data; name="…"; filename="photo.jpg")'

const violation = (name: string, msg: string, type: string): Violation => ({ loc: ['body', name], msg, type })

const tooLarge = (fileBytes: number) =>
  new ServiceError('body_too_large', `A file may have at most ${Math.floor(fileBytes / 1e6)} MB.`, {
    max_bytes: fileBytes,
  })

function formError(error: unknown, { fileBytes }: FormLimits, { fields }: FormShape): unknown {
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return tooLarge(fileBytes)
    if (error.code === 'LIMIT_FIELD_VALUE' && fields.get(error.field ?? '')?.kind === 'file')
      return new InvalidRequest([violation(error.field ?? '', FILE_AS_TEXT, 'file')])
    if (error.code.startsWith('LIMIT_'))
      return new ServiceError('body_too_large', `The form is too large: ${error.message}.`)
    return new ServiceError('bad_request', `The form cannot be read: ${error.message}.`)
  }
  // The parser's errors about a malformed body have no class of their own; errors of the disk have a code.
  if (error instanceof Error && !('code' in error)) {
    return new ServiceError('bad_request', `The form cannot be read: ${error.message}.`)
  }
  return orStorageFull(error)
}

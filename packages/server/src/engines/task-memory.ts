import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { ImageInfo } from '@platelight/imaging/codec/file/inspect-image.ts'
import type { Operation } from '../operations/define-operation.ts'
import { findOperation } from '../operations/image-operations.ts'
import { imageInput } from '../operations/picture/image-input.ts'
import type { Task } from './engine-port.ts'

/**
 * Bytes that work takes for each pixel of the decoded picture, including the picture. Measured with a JPEG of 48 megapixels
 * (VmHWM less VmRSS before it): enhance 5.2, colours 3.5, smart-edit 6.9, relight 6.6, cut-outs and blur 8.6.
 */
const WORKING_BYTES = 10
/**
 * Bytes for each pixel of an enlarged result, in addition to the source. The whole result is in memory while it is encoded.
 */
const ENLARGED_BYTES = 5

const workingBytes = ({ width, height }: ImageInfo, enlargement: number): number =>
  width * height * (WORKING_BYTES + (enlargement > 1 ? enlargement ** 2 * ENLARGED_BYTES : 0))

/**
 * The most memory that a task takes, estimated from the headers of its pictures and the declaration of its operation. All
 * pictures are in memory together, unless the operation decodes one after the other. A picture whose header cannot be read
 * counts as nothing, because the work refuses it before it is decoded. Work from words declares what it takes.
 *
 * @returns bytes
 */
export async function taskBytes(task: Task, limits: ImageLimits): Promise<number> {
  const read = task.inputs.map((image) => imageInput.inspect(image, limits).catch(() => undefined))
  const infos = (await Promise.all(read)).filter((info) => info !== undefined)
  const operation = operationOf(task)
  const enlargement = operation?.enlargement?.(task.params) ?? 1
  const each = infos.map((info) => Math.max(info.decodingBytes, workingBytes(info, enlargement)))
  const files = task.inputs.reduce((sum, { length }) => sum + length, operation?.ownBytes?.(task.params) ?? 0)
  const all = each.reduce((sum, bytes) => sum + bytes, 0)
  if (operation?.keptPixels === undefined) return files + all
  const pixels = infos.reduce((sum, { width, height }) => sum + width * height, 0)
  return files + Math.min(all, Math.max(0, ...each) + 4 * Math.min(pixels, operation.keptPixels))
}

/** The declaration of a task's operation; undefined for what is measured without a run. */
function operationOf({ operation: name }: Task): Operation | undefined {
  const operation = findOperation(name)
  return operation?.isBatch ? undefined : operation
}

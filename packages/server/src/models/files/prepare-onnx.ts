import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kerasToOnnx } from '../formats/keras-to-onnx.ts'
import { ncnnToOnnx } from '../formats/ncnn-to-onnx.ts'
import { tfjsGraphToOnnx } from '../formats/tfjs-graph-to-onnx.ts'
import { type Model, outputsOf } from '../model-catalogue.ts'
import { withDynamicAxes } from '../onnx/dynamic-axes.ts'
import { checksum, checksumOf } from './file-checksum.ts'
import { partsOf } from './locate-packages.ts'

/** An ONNX file: its path, or its bytes if it could not be stored. */
export type Onnx = string | Buffer

/** The path of a model's ONNX file. The name changes with the contents. */
export const cachedPath = ({ id, onnx }: Model, cacheFolder: string): string =>
  join(cacheFolder, `${id}-${onnx.sha256.slice(0, 8)}.onnx`)

/**
 * The ONNX file of a model. It is created once from the files of the package and kept. A kept file with a wrong checksum is
 * created again.
 *
 * @param folder the folder of the package, whose files were verified
 * @param onTrouble called when the file could not be stored; the model can be used all the same
 * @throws Error when the conversion gives an unexpected result
 */
export async function prepareOnnx(
  model: Model,
  folder: string,
  cacheFolder: string,
  onTrouble: (problem: string) => void,
): Promise<Onnx> {
  const path = cachedPath(model, cacheFolder)
  if (await isIntact(path, model)) return path
  const bytes = await assemble(model, folder)
  if (checksumOf(bytes) !== model.onnx.sha256)
    throw new Error(`the conversion of ${model.id} gave an unexpected result`)
  try {
    await keep(path, cacheFolder, bytes)
    return path
  } catch (error) {
    onTrouble(
      `${path} could not be written (${(error as Error).message}); ${model.id} is converted at each start instead`,
    )
    return bytes
  }
}

const isIntact = async (path: string, { onnx }: Model): Promise<boolean> => {
  try {
    return (await checksum([path])).sha256 === onnx.sha256
  } catch {
    return false
  }
}

async function assemble(model: Model, folder: string): Promise<Buffer> {
  const { format, files, dynamicAxes } = model
  const read = async (index: number): Promise<Buffer> => {
    const file = files[index]
    if (!file) throw new Error(`a model of the format ${format} has more files`)
    return Buffer.concat(await Promise.all((await partsOf(folder, file)).map((part) => readFile(part))))
  }
  switch (format) {
    case 'onnx':
      return dynamicAxes ? withDynamicAxes(await read(0)) : read(0)
    case 'ncnn':
      return ncnnToOnnx((await read(0)).toString('utf8'), await read(1))
    case 'keras':
      return kerasToOnnx((await read(0)).toString('utf8'), await read(1))
    case 'tfjs-graph':
      return tfjsGraphToOnnx((await read(0)).toString('utf8'), await read(1), outputsOf(model))
  }
}

/** Writes a temporary file and renames it, so that two processes that convert at once both end with a complete file. */
async function keep(path: string, cacheFolder: string, bytes: Buffer): Promise<void> {
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}.part`
  try {
    await writeFile(temporary, bytes, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

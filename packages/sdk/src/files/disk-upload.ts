import { openFile } from './disk-file.ts'
import { HEAD_BYTES } from './image-signature.ts'
import { describeFile, type ReadOptions, sourceError, type Upload } from './upload.ts'

/** @throws PlatelightError `file_unreadable`; BadRequestError for a file that the server would refuse. */
export async function diskUpload(path: string | URL, { maxBytes }: ReadOptions): Promise<Upload> {
  const { head, name, sizeBytes, read } = await openFile(path, HEAD_BYTES).catch((thrown: unknown) => {
    throw sourceError(thrown)
  })
  return { ...describeFile(head, name, sizeBytes, maxBytes), replayable: true, read }
}

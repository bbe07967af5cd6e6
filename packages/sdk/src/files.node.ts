import type { Files } from './files.ts'
import { diskUpload } from './node/disk-upload.ts'
import { saveLink } from './node/save-link.ts'
import { streamedForm } from './node/streamed-form.ts'

export const files: Files = { upload: diskUpload, form: streamedForm, save: saveLink }

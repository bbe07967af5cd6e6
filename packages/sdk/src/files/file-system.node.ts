import { diskUpload } from './disk-upload.ts'
import type { Files } from './file-system.ts'
import { saveLink } from './save-link.ts'
import { streamedForm } from './streamed-form.ts'

export const files: Files = { upload: diskUpload, form: streamedForm, save: saveLink }

import type { UserImage } from '@platelight/sdk'
import { Download, Trash2 } from 'lucide-react'
import { libraryMessages as t } from '../messages/library-messages.ts'
import { messages } from '../messages/messages.ts'
import { operationName } from '../messages/operation-names.ts'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button } from '../ui/button.tsx'
import { whenOf } from '../ui/format.ts'
import { Modal } from '../ui/modal.tsx'

interface PictureDialogProps {
  readonly picture: UserImage
  readonly onClose: () => void
  readonly onDelete: () => void
}

/** One picture with all its files. */
export function PictureDialog({ picture, onClose, onDelete }: PictureDialogProps) {
  const { outputs, original_url: before, operation, created_at: createdAt } = picture
  const same = outputs.find(({ name }) => name === 'original')
  return (
    <Modal title={`${operationName(operation)}, ${whenOf(createdAt)}`} onClose={onClose} wide>
      {before && same && <BeforeAfter before={before} after={same.url} name={t.photo} />}
      <ul className="shots">
        {outputs.map(({ name, url, width, height }) => (
          <li key={name}>
            <figure>
              <img src={url} alt={name} loading="lazy" decoding="async" />
              <figcaption>{messages.size(width, height)}</figcaption>
            </figure>
            <a
              className="button plain small"
              href={url}
              download={`${picture.photo_id}-${name}`}
              aria-label={messages.studio.download(shotName(name))}
            >
              <Download aria-hidden />
              {shotName(name)}
            </a>
          </li>
        ))}
      </ul>
      <footer>
        <Button kind="danger" onClick={onDelete}>
          <Trash2 aria-hidden />
          {t.delete}
        </Button>
      </footer>
    </Modal>
  )
}

/** The formats have names of people; other files are numbered or named by the operation. */
const shotName = (name: string): string =>
  name in messages.studio.format ? messages.studio.format[name as keyof typeof messages.studio.format] : name

import type { UserImage } from '@platelight/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { whenOf } from '../ui/format.ts'
import { Modal } from '../ui/modal.tsx'

interface PictureDialogProps {
  readonly picture: UserImage
  readonly onClose: () => void
}

/** One picture with all its files. */
export function PictureDialog({ picture, onClose }: PictureDialogProps) {
  const t = messages.library
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { outputs, original_url: before, operation, created_at: createdAt } = picture
  const same = outputs.find(({ name }) => name === 'original')
  if (asking) {
    const remove = async () => {
      await session.client.me.deleteImage(picture.id)
      await queries.invalidateQueries({ queryKey: ['library'] })
      onClose()
    }
    return (
      <Confirm
        title={t.deleteTitle}
        text={t.deleteText}
        action={t.delete}
        work={remove}
        onClose={() => setAsking(false)}
      />
    )
  }
  return (
    <Modal title={`${operation}, ${whenOf(createdAt)}`} onClose={onClose} wide>
      {before && same && <BeforeAfter before={before} after={same.url} name={t.photo} />}
      <ul className="shots">
        {outputs.map(({ name, url, width, height }) => (
          <li key={name}>
            <figure>
              <img src={url} alt={name} loading="lazy" decoding="async" />
              <figcaption>{t.size(width, height)}</figcaption>
            </figure>
            <a
              className="button plain small"
              href={url}
              download={`${picture.photo_id}-${name}`}
              aria-label={messages.studio.download(name)}
            >
              <Download aria-hidden />
              {name}
            </a>
          </li>
        ))}
      </ul>
      <footer>
        <Button kind="danger" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden />
          {t.delete}
        </Button>
      </footer>
    </Modal>
  )
}

import { webhookMessages as t } from '../messages/webhook-messages.ts'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Modal } from '../ui/modal.tsx'

interface ShownSecretProps {
  readonly title: string
  readonly secret: string
  readonly note?: string
  readonly onClose: () => void
}

/** The only time that a signing secret is seen. */
export const ShownSecret = ({ title, secret, note, onClose }: ShownSecretProps) => (
  <Modal title={title} onClose={onClose}>
    <p>
      {t.once} {note}
    </p>
    <Copyable text={secret} label={t.secret} />
    <h3>{t.envLine}</h3>
    <Copyable text={`PLATELIGHT_WEBHOOK_SECRET=${secret}`} label={t.envLine} />
    <footer>
      <Button kind="main" onClick={onClose}>
        {t.done}
      </Button>
    </footer>
  </Modal>
)

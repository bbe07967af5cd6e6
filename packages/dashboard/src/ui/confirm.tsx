import { useMutation } from '@tanstack/react-query'
import { messages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { Problem } from './problem.tsx'

interface ConfirmProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly work: () => PromiseLike<unknown>
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. It stays open, with the reason, when it fails. */
export function Confirm({ title, text, action, work, onClose }: ConfirmProps) {
  const doing = useMutation({ mutationFn: async () => work(), onSuccess: onClose })
  return (
    <Modal title={title} onClose={onClose}>
      <p>{text}</p>
      <Problem error={doing.error} />
      <footer>
        <Button onClick={onClose}>{messages.cancel}</Button>
        <Button kind="danger" busy={doing.isPending} onClick={() => doing.mutate()}>
          {action}
        </Button>
      </footer>
    </Modal>
  )
}

import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { messages } from '../messages/messages.ts'

interface ModalProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
}

/** The browser's own dialog: it keeps the focus inside, closes with Escape, and gives the focus back. */
export function Modal({ title, onClose, children, wide = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog ref={dialog} className={wide ? 'modal wide' : 'modal'} aria-labelledby={id} onCancel={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" onClick={onClose} aria-label={messages.close}>
          <X aria-hidden />
        </button>
      </header>
      {children}
    </dialog>
  )
}

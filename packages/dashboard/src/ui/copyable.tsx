import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import { Button } from './button.tsx'

const SHOWN_MS = 2_000

/** A text to be copied as it is. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    // Browsers have no clipboard for pages over plain http; the text can still be selected.
    await navigator.clipboard?.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <div className="copyable">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <Button className="small" onClick={copy} aria-label={`${messages.copy}: ${label}`}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        <span aria-live="polite">{copied ? messages.copied : messages.copy}</span>
      </Button>
    </div>
  )
}

import type { ReactNode } from 'react'
import { messages } from '../messages/messages.ts'
import { BeforeAfter } from '../ui/before-after.tsx'
import { LanguageField } from '../ui/language-field.tsx'

/** The home page of the server shows the same photo. */
const PHOTO = '/dashboard/assets/croissant'

/** The pages before the account: what this is, tried with one hand, beside the form. */
export const Door = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <div className="door">
    <title>{`${title} · ${messages.name}`}</title>
    <section className="showcase" aria-label={messages.showcase.title}>
      <BeforeAfter before={`${PHOTO}-before.webp`} after={`${PHOTO}-after.webp`} name={messages.showcase.alt} />
      <div>
        <p className="headline">{messages.showcase.title}</p>
        <p>{messages.showcase.text}</p>
      </div>
    </section>
    <main id="content">
      <a className="brand" href="/">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        {messages.name}
      </a>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
      <div className="door-language">
        <LanguageField />
      </div>
    </main>
  </div>
)

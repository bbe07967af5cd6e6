import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { messages } from '../messages/messages.ts'

const pages = () =>
  [
    ['/account', messages.account.pages.keys],
    ['/billing', messages.account.pages.billing],
    ['/webhooks', messages.account.pages.webhooks],
    ['/brand', messages.account.pages.brand],
    ['/settings', messages.account.pages.settings],
    ['/data', messages.account.pages.data],
  ] as const

interface AccountFrameProps {
  readonly title: string
  readonly children: ReactNode
  /** What stands beside the title. */
  readonly aside?: ReactNode
}

/** The pages about an account, with the way between them. */
export function AccountFrame({ title, children, aside }: AccountFrameProps) {
  const names = useRef<HTMLElement>(null)
  // On a narrow screen the names scroll sideways, and the one that is open may be outside.
  useEffect(() => {
    names.current?.querySelector('[aria-current=page]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <>
      <title>{`${title} · ${messages.name}`}</title>
      <header className="row">
        <h1>{title}</h1>
        {aside}
      </header>
      <nav ref={names} className="subnav" aria-label={messages.account.pages.label}>
        {pages().map(([path, name]) => (
          <Link key={path} to={path}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </>
  )
}

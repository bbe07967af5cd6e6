import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { Images, type LucideIcon, Sparkles, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Balance } from './balance.tsx'
import { Unverified } from './unverified.tsx'

const PAGES: readonly [path: '/' | '/library' | '/account', name: string, Icon: LucideIcon][] = [
  ['/', messages.nav.studio, Sparkles],
  ['/library', messages.nav.library, Images],
  ['/account', messages.nav.account, UserRound],
]
const OPEN = ['/sign-in', '/sign-up']

/** What surrounds every page, and who may see which. */
export function AppFrame() {
  const state = useSession()
  const { pathname } = useLocation()
  const isOpen = OPEN.includes(pathname)
  // Another page begins at its top.
  useEffect(() => {
    if (pathname) scrollTo(0, 0)
  }, [pathname])

  if (state.is === 'unknown') return <p className="splash">{messages.loading}</p>
  if (state.is === 'unreachable') {
    return (
      <main className="splash">
        <h1>{messages.unreachable}</h1>
        <Problem error={state.message} />
        <Button kind="main" onClick={() => void session.resume()}>
          {messages.retry}
        </Button>
      </main>
    )
  }
  if (state.is === 'out' && !isOpen) return <Navigate to="/sign-in" replace />
  if (state.is === 'in' && isOpen) return <Navigate to="/" replace />
  if (state.is === 'out') return <Outlet />

  return (
    <>
      <a className="skip" href="#content">
        {messages.skip}
      </a>
      <header className="bar">
        <Link to="/" className="brand">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {messages.name}
        </Link>
        <nav aria-label={messages.nav.label}>
          {PAGES.map(([path, name, Icon]) => (
            <Link key={path} to={path} activeOptions={{ exact: true }}>
              <Icon aria-hidden />
              {name}
            </Link>
          ))}
        </nav>
        <Balance />
      </header>
      <main id="content" tabIndex={-1}>
        <Unverified />
        <Outlet />
      </main>
    </>
  )
}

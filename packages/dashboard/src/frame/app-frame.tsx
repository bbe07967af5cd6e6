import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { Images, type LucideIcon, Server, Sparkles, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Balance } from './balance.tsx'
import { Unverified } from './unverified.tsx'

type PageLink = readonly [path: '/' | '/library' | '/account' | '/server', name: string, Icon: LucideIcon]

const pages = (): readonly PageLink[] => [
  ['/', messages.nav.studio, Sparkles],
  ['/library', messages.nav.library, Images],
  ['/account', messages.nav.account, UserRound],
]
const forAdministrators = (): PageLink => ['/server', messages.nav.server, Server]
const OPEN = ['/sign-in', '/sign-up']
/** Everybody may see what it costs. */
const PLANS = '/billing'
/** Pages that stand below the account. */
const BELOW_ACCOUNT = [PLANS, '/webhooks', '/brand', '/settings', '/data']

/** What surrounds every page, and who may see which. */
export function AppFrame() {
  const state = useSession()
  const { pathname } = useLocation()
  const isOpen = OPEN.includes(pathname)
  /** The page that somebody asked for before signing in. */
  const wanted = useRef('/')
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
  if (state.is === 'out' && pathname === PLANS) {
    return (
      <>
        <header className="bar">
          <Brand />
        </header>
        <main id="content">
          <Outlet />
        </main>
      </>
    )
  }
  if (state.is === 'out' && !isOpen) {
    wanted.current = pathname
    return <Navigate to="/sign-in" replace />
  }
  if (state.is === 'in' && isOpen) return <Navigate to={wanted.current} replace />
  if (state.is !== 'in') return <Outlet />

  return (
    <>
      <a className="skip" href="#content">
        {messages.skip}
      </a>
      <header className="bar">
        <Brand />
        <nav aria-label={messages.nav.label}>
          {[...pages(), ...(state.is === 'in' && state.user.is_admin ? [forAdministrators()] : [])].map(
            ([path, name, Icon]) => (
              <Link
                key={path}
                to={path}
                activeOptions={{ exact: true }}
                {...(path === '/account' && BELOW_ACCOUNT.includes(pathname) && { 'aria-current': 'page' as const })}
              >
                <Icon aria-hidden />
                {name}
              </Link>
            ),
          )}
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

const Brand = () => (
  <Link to="/" className="brand">
    <img src="/favicon.svg" alt="" width={28} height={28} />
    {messages.name}
  </Link>
)

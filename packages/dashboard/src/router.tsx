import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { AppFrame } from './frame/app-frame.tsx'
import { NotFound } from './frame/not-found.tsx'

const root = createRootRoute({ component: AppFrame, notFoundComponent: NotFound })

const page = <const Path extends string>(path: Path, load: () => Promise<{ Page: () => React.ReactNode }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') })

const routeTree = root.addChildren([
  page('/', () => import('./studio/studio-page.tsx')),
  page('/library', () => import('./library/library-page.tsx')),
  page('/account', () => import('./account/account-page.tsx')),
  page('/billing', () => import('./billing/billing-page.tsx')),
  page('/webhooks', () => import('./webhooks/webhooks-page.tsx')),
  page('/data', () => import('./data/data-page.tsx')),
  page('/brand', () => import('./brand/brand-page.tsx')),
  page('/settings', () => import('./settings/settings-page.tsx')),
  page('/server', () => import('./operator/operator-page.tsx')),
  page('/sign-in', () => import('./sign-in/sign-in-page.tsx')),
  page('/sign-up', () => import('./sign-in/sign-up-page.tsx')),
])

export const router = createRouter({ routeTree, basepath: '/dashboard', defaultPreload: 'intent' })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

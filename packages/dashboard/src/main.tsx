import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage, onLanguage, startLanguage } from './messages/language.ts'
import { router } from './router.tsx'
import { session } from './session/dashboard-session.ts'
import './styles/index.css'

const queries = new QueryClient({
  // The client retries by itself.
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
})
// What one person loaded is not shown to the next.
session.onEnd(() => queries.clear())

/** Another language draws everything anew. */
const App = () => <RouterProvider key={useSyncExternalStore(onLanguage, currentLanguage)} router={router} />

const app = document.getElementById('app')
void session.resume()
// The texts of other languages use what this script exports, so it must not wait for them.
void startLanguage().then(() => {
  if (!app) return
  createRoot(app).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
})

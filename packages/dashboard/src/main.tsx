import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { session } from './session/dashboard-session.ts'
import './styles/index.css'

const queries = new QueryClient({
  // The client retries by itself.
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
})
// What one person loaded is not shown to the next.
session.onEnd(() => queries.clear())

const app = document.getElementById('app')
if (app) {
  createRoot(app).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
void session.resume()

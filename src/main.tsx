import './styles/layers.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#src/api/queryClient.ts'
import { restoreSession } from '#src/api/session.ts'
import { router } from './router.tsx'
import { followSignOut } from './signOut.ts'
import { applyTheme, readTheme } from './ui/theme.ts'

restoreSession()
followSignOut(router)
applyTheme(readTheme())

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

// The worker is worth nothing before the first paint.
requestAnimationFrame(() => setTimeout(() => void import('#src/pwa/bridge.ts').then((bridge) => bridge.startWorker())))

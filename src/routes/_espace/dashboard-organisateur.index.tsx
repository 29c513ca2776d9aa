import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects to the dashboard's own URL. */
export const Route = createFileRoute('/_espace/dashboard-organisateur/')({
  beforeLoad: () => {
    throw redirect({ to: '/organizer', replace: true })
  },
})

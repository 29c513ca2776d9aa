import { createFileRoute, redirect } from '@tanstack/react-router'

/** The dashboard itself has its own address. */
export const Route = createFileRoute('/_espace/dashboard-organisateur/')({
  beforeLoad: () => {
    throw redirect({ to: '/organizer', replace: true })
  },
})

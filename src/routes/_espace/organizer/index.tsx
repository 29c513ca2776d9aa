import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_espace/organizer/')({
  beforeLoad: () => {
    throw redirect({ to: '/organizer/evenements', replace: true })
  },
})

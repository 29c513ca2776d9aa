import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_espace/participant/')({
  beforeLoad: () => {
    throw redirect({ to: '/participant/evenements', replace: true })
  },
})

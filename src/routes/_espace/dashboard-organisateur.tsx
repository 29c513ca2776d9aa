import { createFileRoute } from '@tanstack/react-router'
import { RoleGate } from '#src/features/navigation/RoleGate.tsx'
import { requireRole } from '../-guard.ts'

export const Route = createFileRoute('/_espace/dashboard-organisateur')({
  beforeLoad: requireRole('ORGANISATEUR'),
  component: () => <RoleGate area="ORGANISATEUR" />,
})

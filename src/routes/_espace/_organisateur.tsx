import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireRole } from '../-guard.ts'

/** The organiser's pages below `/organisateur`. A layout route, because guards run before ids are checked. */
export const Route = createFileRoute('/_espace/_organisateur')({
  beforeLoad: requireRole('ORGANISATEUR'),
  component: Outlet,
})

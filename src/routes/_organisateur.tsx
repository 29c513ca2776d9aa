import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireRole } from './-guard.ts'

/** The organiser's pages without the app's frame. A layout route, because guards run before ids are checked. */
export const Route = createFileRoute('/_organisateur')({ beforeLoad: requireRole('ORGANISATEUR'), component: Outlet })

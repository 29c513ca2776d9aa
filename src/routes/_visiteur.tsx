import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireGuest } from './-guard.ts'

export const Route = createFileRoute('/_visiteur')({ beforeLoad: requireGuest, component: Outlet })

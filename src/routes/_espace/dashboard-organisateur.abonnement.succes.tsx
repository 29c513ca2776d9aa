import { createFileRoute } from '@tanstack/react-router'
import { SuccesPage } from '#src/features/abonnement/SuccesPage.tsx'

export const Route = createFileRoute('/_espace/dashboard-organisateur/abonnement/succes')({ component: SuccesPage })

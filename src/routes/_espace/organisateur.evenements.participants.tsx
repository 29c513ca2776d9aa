import { createFileRoute } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import { MessagePage } from '#src/features/navigation/MessagePage.tsx'
import { requireRole } from '../-guard.ts'

/** The registrations page requires an event in its URL (specification, section 5). */
export const Route = createFileRoute('/_espace/organisateur/evenements/participants')({
  beforeLoad: requireRole('ORGANISATEUR'),
  component: () => <MessagePage title={phrases.evenementIdManquant} />,
})

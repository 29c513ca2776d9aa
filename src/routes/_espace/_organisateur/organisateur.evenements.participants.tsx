import { createFileRoute } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import { MessagePage } from '#src/features/navigation/StatusPages.tsx'

/** The registrations page requires an event in its URL (specification, section 5). */
export const Route = createFileRoute('/_espace/_organisateur/organisateur/evenements/participants')({
  component: () => <MessagePage title={phrases.evenementIdManquant} />,
})

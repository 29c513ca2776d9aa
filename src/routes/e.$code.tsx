import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { isConsentementValide } from '#domain/consentement/consentement.ts'
import { validEntries } from '#src/api/entries.ts'
import type { SessionUser } from '#src/api/session.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'
import { consentementQuery } from '#src/features/consentement/consentement.queries.ts'
import { useQueueSession } from '#src/features/envoi/useEnvois.ts'
import { evenementsOrganisateurQuery, mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { ownStatut } from '#src/features/evenement/ownInscription.ts'
import type { LienPerson } from '#src/features/lien/lienPerson.ts'
import { LienPage } from '#src/features/lien/LienPage.tsx'
import { uploadQueue } from '#src/pwa/uploadQueue.ts'

export const Route = createFileRoute('/e/$code')({ component: Lien })

function Lien() {
  const { code } = Route.useParams()
  const utilisateur = useUtilisateur()
  const isParticipant = utilisateur?.role === 'PARTICIPANT'
  useQueueSession(isParticipant ? utilisateur.id : undefined)
  return (
    <LienPage
      key={code}
      code={code}
      person={usePerson(utilisateur)}
      enter={enter}
      onJoined={(evenementId) => void uploadQueue.refreshGrants([evenementId]).catch(() => undefined)}
    />
  )
}

function enter(evenementId: number) {
  return (
    <ConsentementGate title="Événement">
      <Navigate to="/participant/evenements/$id" params={{ id: evenementId }} replace />
    </ConsentementGate>
  )
}

function usePerson(utilisateur: SessionUser | null): LienPerson {
  const isParticipant = utilisateur?.role === 'PARTICIPANT'
  const consentement = useQuery({ ...consentementQuery, enabled: isParticipant })
  // Without a valid consent none of their data is loaded (specification, section 4): joining again is idempotent.
  const isAllowed = isParticipant && isConsentementValide(consentement.data)
  const mine = useQuery({ ...mesEvenementsQuery, enabled: isAllowed })
  const own = useQuery({ ...evenementsOrganisateurQuery, enabled: utilisateur?.role === 'ORGANISATEUR' })
  if (utilisateur === null) return { kind: 'visiteur' }
  if (!isParticipant)
    return {
      kind: 'autre',
      role: utilisateur.role,
      organises: (evenementId) => validEntries(own.data).some(({ id }) => id === evenementId),
    }
  return {
    kind: 'participant',
    statutIn(evenementId) {
      if (consentement.isLoading || mine.isLoading) return undefined
      const evenement = validEntries(mine.data).find(({ id }) => id === evenementId)
      return evenement ? ownStatut(evenement, utilisateur.id) : null
    },
  }
}

import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { isConsentementValide } from '#domain/consentement/consentement.ts'
import { validEntries } from '#src/api/entries.ts'
import type { SessionUser } from '#src/api/session.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { ConsentementTexte } from '#src/features/consentement/ConsentementDialog.tsx'
import { consentementQuery } from '#src/features/consentement/consentement.queries.ts'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { useEnvois, useQueueSession } from '#src/features/envoi/useEnvois.ts'
import { useLeftName } from '#src/features/envoi/useLeftName.ts'
import { evenementsOrganisateurQuery, mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { ownStatut } from '#src/features/evenement/ownInscription.ts'
import { moveEntryTo } from '#src/features/lien/guestEntry.ts'
import type { LienPerson } from '#src/features/lien/lienPerson.ts'
import { LienPage } from '#src/features/lien/LienPage.tsx'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Consenti } from './-Consenti.tsx'

export const Route = createFileRoute('/e/$code')({ component: Lien })

function Lien() {
  const { code } = Route.useParams()
  const utilisateur = useUtilisateur()
  const isParticipant = utilisateur?.role === 'PARTICIPANT'
  const ajout = useAjoutMedia({ quiet: true })
  useQueueSession(isParticipant ? utilisateur.id : undefined)
  useLeftName(isParticipant ? utilisateur : null, useEnvois().count > 0)
  return (
    <>
      <LienPage
        code={code}
        person={usePerson(utilisateur)}
        // A sheet that is open stays open.
        enter={(id, adds) => enter(id, adds || ajout.sheet !== null)}
        onAdd={ajout.open}
        onJoined={(evenementId) => void moveWaitingPhotos(evenementId, utilisateur)}
        politique={<ConsentementTexte invite />}
      />
      {ajout.sheet}
    </>
  )
}

/** Photos that waited under a guest's entry go to the person who has joined; then come the grants to send them. */
async function moveWaitingPhotos(evenementId: number, utilisateur: SessionUser | null): Promise<void> {
  try {
    if (utilisateur !== null) await moveEntryTo({ evenementId, utilisateurId: utilisateur.id })
    await uploadQueue.refreshGrants([evenementId])
  } catch {
    // The chunk of the queue did not load: the next start of the page does both.
  }
}

function enter(evenementId: number, adds: boolean) {
  return (
    <Consenti title="Événement">
      <Navigate
        to="/participant/evenements/$id"
        params={{ id: evenementId }}
        search={{ ajouter: adds || undefined }}
        replace
      />
    </Consenti>
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
    isGuestElsewhere: (evenementId) =>
      utilisateur.invite && mine.data !== undefined && !validEntries(mine.data).some(({ id }) => id === evenementId),
  }
}

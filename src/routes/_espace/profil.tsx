import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isConsentementValide } from '#domain/consentement/consentement.ts'
import { readable } from '#src/api/entries.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { consentementQuery } from '#src/features/consentement/consentement.queries.ts'
import { ConsentementSection } from '#src/features/consentement/ConsentementSection.tsx'
import { evenementsParticipantQuery } from '#src/features/evenement/evenement.queries.ts'
import { MesInscriptions } from '#src/features/inscription/MesInscriptions.tsx'
import { LogoutControl } from '#src/features/navigation/LogoutControl.tsx'
import { ProfilPage } from '#src/features/utilisateur/ProfilPage.tsx'

export const Route = createFileRoute('/_espace/profil')({ component: Profil })

function Profil() {
  const utilisateur = useUtilisateur()
  if (utilisateur === null) return null
  const isParticipant = utilisateur.role === 'PARTICIPANT'
  return (
    <ProfilPage
      utilisateur={utilisateur}
      consentement={isParticipant && <ConsentementSection />}
      evenements={isParticipant && <MesEvenements utilisateurId={utilisateur.id} />}
      logout={<LogoutControl />}
    />
  )
}

/** Without a valid consent no event is loaded here either. */
function MesEvenements({ utilisateurId }: { utilisateurId: number }) {
  const isAllowed = isConsentementValide(useQuery(consentementQuery).data)
  const evenements = useQuery({ ...evenementsParticipantQuery, enabled: isAllowed })
  if (evenements.data === undefined) return null
  return <MesInscriptions evenements={readable(evenements.data)} utilisateurId={utilisateurId} />
}

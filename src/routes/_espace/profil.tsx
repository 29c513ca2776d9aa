import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isConsentementValide } from '#domain/consentement/consentement.ts'
import type { Evenement } from '#domain/evenement/evenement.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { isGuest, type SessionUser } from '#src/api/session.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { consentementQuery } from '#src/features/consentement/consentement.queries.ts'
import { ConsentementSection } from '#src/features/consentement/ConsentementSection.tsx'
import { DonneesSection } from '#src/features/donnees/DonneesSection.tsx'
import { useEnvois } from '#src/features/envoi/useEnvois.ts'
import { Cover } from '#src/features/evenement/Cover.tsx'
import { evenementsParticipantQuery } from '#src/features/evenement/evenement.queries.ts'
import { MesInscriptions } from '#src/features/inscription/MesInscriptions.tsx'
import { LogoutControl } from '#src/features/navigation/LogoutControl.tsx'
import { AvisAppareil } from '#src/features/notification/AvisAppareil.tsx'
import { MesContributions, MesStatistiques } from '#src/features/statistique/MesStatistiques.tsx'
import { ProfilPage } from '#src/features/utilisateur/ProfilPage.tsx'
import { isAwaited } from '#src/ui/state/QueryState.tsx'
import { agree } from '#src/ui/text/quantities.ts'
import { moiQuery } from '#src/features/utilisateur/utilisateur.queries.ts'
import { preferencesAvisQuery } from '#src/features/utilisateur/avis.queries.ts'
import { secondFacteurQuery } from '#src/features/utilisateur/secondFacteur.queries.ts'
import { clesAccesQuery } from '#src/features/utilisateur/cleAcces.queries.ts'
import { appareilsQuery } from '#src/features/utilisateur/appareil.queries.ts'
import { prefetch } from '../-prefetch.ts'

export const Route = createFileRoute('/_espace/profil')({
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, moiQuery)
    prefetch(queryClient, appareilsQuery)
    // A guest has no address and no password.
    if (isGuest()) return
    prefetch(queryClient, preferencesAvisQuery)
    prefetch(queryClient, secondFacteurQuery)
    prefetch(queryClient, clesAccesQuery)
  },
  component: Profil,
})

const statistiques: Readonly<Record<Role, ReactNode>> = {
  PARTICIPANT: <MesContributions />,
  ORGANISATEUR: <MesStatistiques />,
  ADMINISTRATEUR: null,
}

function Profil() {
  const utilisateur = useUtilisateur()
  if (utilisateur === null) return null
  const { id, role } = utilisateur
  const isParticipant = role === 'PARTICIPANT'
  return (
    <ProfilPage
      utilisateur={utilisateur}
      consentement={isParticipant && <ConsentementSection />}
      evenements={isParticipant && <MesEvenements utilisateurId={id} />}
      statistiques={statistiques[role]}
      donnees={<MesDonnees utilisateur={utilisateur} />}
      avis={<AvisAppareil utilisateurId={id} />}
      logout={<LogoutControl />}
    />
  )
}

const coverOf = (evenement: Evenement) => <Cover evenement={evenement} width={200} />

/** Without a valid consent no event is loaded here either. */
function MesEvenements({ utilisateurId }: { utilisateurId: number }) {
  const consentement = useQuery(consentementQuery)
  const isAllowed = isConsentementValide(consentement.data)
  const query = useQuery({ ...evenementsParticipantQuery, enabled: isAllowed })
  // The consent section says why the consent is not known, and has its own retry.
  if (!isAwaited(consentement)) return null
  return (
    <MesInscriptions
      query={query}
      isAllowed={consentement.data === undefined || isAllowed}
      utilisateurId={utilisateurId}
      coverOf={coverOf}
    />
  )
}

function MesDonnees({ utilisateur: { role, invite } }: { utilisateur: SessionUser }) {
  const { data } = useQuery(moiQuery)
  return (
    <DonneesSection
      role={role}
      invite={invite}
      hasConfirmedEmail={data?.emailConfirme ?? !invite}
      envois={role === 'PARTICIPANT' && <EnvoisPerdus />}
    />
  )
}

/** Unsent photos on this device would be lost with the account. */
function EnvoisPerdus() {
  const { count, label } = useEnvois()
  if (count === 0) return null
  return (
    <p>
      <b>{label} sur ce téléphone</b> {agree(count, 'ne partira plus', 'ne partiront plus')}&#8239;:{' '}
      {agree(count, 'elle sera effacée', 'elles seront effacées')} aussi.{' '}
      <Link to="/participant/envois">Les envoyer d'abord</Link>
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isConsentementValide } from '#domain/consentement/consentement.ts'
import { validEntries } from '#src/api/entries.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { AccueilPage } from '#src/features/accueil/AccueilPage.tsx'
import { consentementQuery } from '#src/features/consentement/consentement.queries.ts'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { CurrentEvenementCard } from '#src/features/evenement/CurrentEvenementCard.tsx'
import { eventOfNow, ownStatut } from '#src/features/evenement/ownInscription.ts'

const maxWaitMs = 1500

/**
 * Waits for the participant's events, from the persisted cache or the server, at most `maxWaitMs`. Without a valid
 * consent none is loaded (specification 4).
 */
export async function loadEvents(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs))
  await Promise.race([ensureEvents().catch(() => undefined), timeout])
}

async function ensureEvents(): Promise<void> {
  const consentement = await queryClient.ensureQueryData(consentementQuery)
  if (isConsentementValide(consentement)) await queryClient.ensureQueryData(mesEvenementsQuery)
}

/** The landing page of a participant, with the event in progress first (product 2). */
export function AccueilNow({ utilisateurId, menu }: { utilisateurId: number; menu: ReactNode }) {
  const navigate = useNavigate()
  const evenement = useEventOfNow(utilisateurId)
  const feature = evenement && (
    <CurrentEvenementCard
      evenement={evenement}
      statutInscription={ownStatut(evenement, utilisateurId)}
      onAdd={({ id }) =>
        void navigate({
          to: '/participant/evenements/$id',
          params: { id },
          search: { ajouter: true },
        })
      }
    />
  )
  return <AccueilPage profile="PARTICIPANT" menu={menu} now={feature} />
}

/**
 * None without a valid consent. An event that becomes known after the first render is not shown: it would cause a layout
 * shift.
 */
function useEventOfNow(utilisateurId: number) {
  const isAllowed = isConsentementValide(useQuery(consentementQuery).data)
  const { data } = useQuery({ ...mesEvenementsQuery, enabled: isAllowed })
  const now = isAllowed ? eventOfNow(validEntries(data), utilisateurId) : undefined
  const [known] = useState(now?.id)
  return now?.id === known ? now : undefined
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { validEntries } from '#src/api/entries.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { AccueilPage } from '#src/features/accueil/AccueilPage.tsx'
import { consentementQuery } from '#src/features/consentement/consentement.queries.ts'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { CurrentEvenementCard } from '#src/features/evenement/CurrentEvenementCard.tsx'
import { eventOfNow } from '#src/features/evenement/ownInscription.ts'

const maxWaitMs = 1500

/** Waits for the participant's events, from the persisted cache or the server, at most `maxWaitMs`. */
export async function loadEvents(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs))
  await Promise.race([queryClient.ensureQueryData(mesEvenementsQuery).catch(() => undefined), timeout])
}

/** The landing page of a participant, with the event in progress first (product 2). */
export function AccueilNow({ utilisateurId, menu }: { utilisateurId: number; menu: ReactNode }) {
  const navigate = useNavigate()
  const evenement = useEventOfNow(utilisateurId)
  // Prefetch: the event page needs it, and the network may be gone by then.
  useQuery(consentementQuery)
  const feature = evenement && (
    <CurrentEvenementCard
      evenement={evenement}
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

/** An event that becomes known after the first render is not shown: it would cause a layout shift. */
function useEventOfNow(utilisateurId: number) {
  const now = eventOfNow(validEntries(useQuery(mesEvenementsQuery).data), utilisateurId)
  const [known] = useState(now?.id)
  return now?.id === known ? now : undefined
}

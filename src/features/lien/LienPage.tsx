import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Inscription } from '#domain/inscription/inscription.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { hasStatus, sentenceOr } from '#src/api/apiError.ts'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, LoadingBox, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { lienPublicQuery } from './lien.queries.ts'
import { LienAttente } from './LienAttente.tsx'
import { LienAutre } from './LienAutre.tsx'
import { LienFaits } from './LienFaits.tsx'
import type { LienPerson } from './lienPerson.ts'
import { LienRejoindre } from './LienRejoindre.tsx'
import { LienVisiteur } from './LienVisiteur.tsx'
import { WayOn } from './WayOn.tsx'
import css from './Lien.module.css'

interface Props {
  code: string
  person: LienPerson
  /** Renders the link to the event for a person who has joined. */
  enter: (evenementId: number) => ReactNode
  /** Called with the id of the joined event. */
  onJoined: (evenementId: number) => void
}

/** The public page of an event link (product 11): the event, and the next step for the person. */
export function LienPage({ code, person, enter, onJoined }: Props) {
  const query = useQuery(lienPublicQuery(code))
  const [joined, setJoined] = useState<Inscription>()
  if (hasStatus(query.error, 404))
    return (
      <AuthLayout name="Lien" title={sentenceOr(query.error, phrases.erreurSurvenue)} lead={unknownHint}>
        <div className={css.below}>
          <WayOn person={person} />
        </div>
      </AuthLayout>
    )
  if (query.data === undefined)
    return (
      <AuthLayout name="Événement" title="Un événement vous attend">
        <QueryState query={query} loading={<LienLoading />} errorMessage={phrases.evenementDetailsErreur}>
          {() => null}
        </QueryState>
      </AuthLayout>
    )
  const { evenement } = query.data
  const join = (inscription: Inscription) => {
    setJoined(inscription)
    if (inscription.statutInscription === 'VALIDE') onJoined(evenement.id)
  }
  const statut = joined?.statutInscription ?? (person.kind === 'participant' ? person.statutIn(evenement.id) : null)
  if (statut === 'VALIDE') return enter(evenement.id)
  return (
    <AuthLayout
      name={evenement.titre}
      title={evenement.titre}
      lead={`${evenement.createur.prenom} vous invite à partager vos photos.`}
    >
      <div className={classNames('stack', css.below)} style={{ '--gap': 'var(--space-5)' }}>
        <LienFaits lien={query.data} />
        <NextStep lien={query.data} code={code} person={person} joined={joined} onJoined={join} />
      </div>
    </AuthLayout>
  )
}

const unknownHint = "Demandez-en un autre à la personne qui vous l'a donné."

interface StepProps {
  lien: LienPublic
  code: string
  person: LienPerson
  joined: Inscription | undefined
  onJoined: (inscription: Inscription) => void
}

function NextStep({ lien, code, person, joined, onJoined }: StepProps) {
  const { evenement, entree } = lien
  if (person.kind === 'autre') return <LienAutre person={person} evenementId={evenement.id} />
  if (!lien.ouvert) return <WayOn person={person} />
  if (person.kind === 'visiteur') return <LienVisiteur code={code} />
  const statut = joined?.statutInscription ?? person.statutIn(evenement.id)
  if (statut === undefined)
    return <LoadingBox label="Chargement de votre inscription" height="6.5rem" radius="var(--radius-control)" />
  // A direct link also admits people with a pending registration: they can ask again.
  if (statut === 'EN_ATTENTE' && (joined || entree === 'A_VALIDER')) return <LienAttente entree={entree} />
  return <LienRejoindre code={code} entree={entree} onJoined={onJoined} />
}

function LienLoading() {
  return (
    <Loading label="Chargement de l'événement">
      <div className="stack">
        <Skeleton width="5rem" height="1.5rem" radius="var(--radius-badge)" />
        <Skeleton width="16rem" height="2.5rem" />
        <Skeleton width="12rem" height="1.25rem" />
        <Skeleton height="6.5rem" radius="var(--radius-control)" />
      </div>
    </Loading>
  )
}

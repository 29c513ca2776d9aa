import { useQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { inscriptionErrors } from '#domain/inscription/inscription.errors.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { hasStatus, sentenceOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { Loading, LoadingBox, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { lienPublicQuery } from './lien.queries.ts'
import { LienAttente } from './LienAttente.tsx'
import { LienAutre } from './LienAutre.tsx'
import { LienFaits } from './LienFaits.tsx'
import { LienInvite } from './LienInvite.tsx'
import { LienInviteAilleurs } from './LienInviteAilleurs.tsx'
import { EntreeEnAttente } from './EntreeEnAttente.tsx'
import { type EntryState, useEntryState } from './entryState.ts'
import type { KnownStatut, LienPerson } from './lienPerson.ts'
import { LienRejoindre } from './LienRejoindre.tsx'
import { LienVisiteur } from './LienVisiteur.tsx'
import { OtherPages } from './OtherPages.tsx'
import css from './Lien.module.css'

interface Props {
  code: string
  person: LienPerson
  /**
   * Renders the link to the event for a person who has joined. `adds`: with the sheet "Ajouter un média" open, because
   * this guest has just entered and could not choose photos before.
   */
  enter: (evenementId: number, adds: boolean) => ReactNode
  /** Opens the sheet "Ajouter un média" for photos that wait on this device. */
  onAdd: (evenement: { id: number; titre: string; fuseau?: string | undefined }) => void
  /** The whole text of the consent. */
  politique: ReactNode
  /** Called with the id of the event once the person is in it: joined now, or before. */
  onJoined: (evenementId: number) => void
}

/** The public page of an event link (product 11): the event, and the next step for the person. */
export function LienPage({ code, person, enter, onJoined, onAdd, politique }: Props) {
  const query = useQuery(lienPublicQuery(code))
  const state = useEntryState()
  const own = state.kind !== 'none' && state.entry.code === code ? state : null
  useAddAtOnce(own, onAdd)
  const evenementId = query.data?.evenement.id ?? own?.entry.evenement.id
  const known = evenementId !== undefined && person.kind === 'participant' ? person.statutIn(evenementId) : null
  const [statut, setAnswer] = useLatestStatut(known)
  const [hasAsked, setAsked] = useState(false)
  useOnJoined(statut === 'VALIDE' ? evenementId : undefined, onJoined)
  // Before the link's own answer: without network the page shows what this device knows of the event.
  if (person.kind === 'visiteur' && (own?.kind === 'waiting' || own?.kind === 'refused'))
    return (
      <AuthLayout compact name={own.entry.evenement.titre} title={own.entry.evenement.titre}>
        <div className={classNames('stack', css.below)} style={{ '--gap': 'var(--space-4)' }}>
          {query.data && <LienFaits lien={query.data} />}
          <EntreeEnAttente state={own} onAdd={() => onAdd(own.entry.evenement)} />
        </div>
      </AuthLayout>
    )
  // Also before the link's own answer: a guest who entered when the network returned does not need it.
  if (evenementId !== undefined && statut === 'VALIDE') {
    const isFirst = own?.kind === 'entered' && !own.hasWaited
    return enter(evenementId, isFirst)
  }
  if (hasStatus(query.error, 404))
    return (
      <AuthLayout name="Lien" title={sentenceOr(query.error, phrases.erreurSurvenue)} lead={unknownHint}>
        <div className={css.below}>
          <OtherPages person={person} />
        </div>
      </AuthLayout>
    )
  if (query.data === undefined)
    return (
      <AuthLayout name="Événement" title="Un événement vous attend">
        <QueryState
          query={query}
          loading={<LienLoading />}
          errorMessage={
            // Too many wrong short codes of this network: the server's sentence says how long to wait.
            hasStatus(query.error, 429)
              ? sentenceOr(query.error, phrases.erreurSurvenue)
              : phrases.evenementDetailsErreur
          }
        >
          {() => null}
        </QueryState>
      </AuthLayout>
    )
  const { evenement } = query.data
  return (
    <AuthLayout
      compact
      name={evenement.titre}
      title={evenement.titre}
      lead={`${evenement.createur.prenom} vous invite à partager vos photos.`}
    >
      <div className={classNames('stack', css.below)} style={{ '--gap': 'var(--space-4)' }}>
        <LienFaits lien={query.data} />
        <NextStep
          lien={query.data}
          code={code}
          person={person}
          statut={statut}
          hasAsked={hasAsked || own?.kind === 'entered'}
          onAsked={(answer) => {
            setAnswer(answer)
            setAsked(true)
          }}
          onAdd={() => onAdd(evenement)}
          politique={politique}
        />
      </div>
    </AuthLayout>
  )
}

/** The statut that the list of their events names, or the server's answer until that list names another one. */
function useLatestStatut(known: KnownStatut): [KnownStatut, (answer: StatutInscription) => void] {
  const [latest, setLatest] = useState({ known, statut: known })
  const isChanged = latest.known !== known
  if (isChanged) setLatest({ known, statut: known })
  return [isChanged ? known : latest.statut, (answer) => setLatest({ known, statut: answer })]
}

function useOnJoined(evenementId: number | undefined, onJoined: Props['onJoined']): void {
  const latest = useLatest(onJoined)
  useEffect(() => {
    if (evenementId !== undefined) latest.current(evenementId)
  }, [evenementId, latest])
}

/** Opens the sheet as soon as a new entry waits for the network: the guest came to add photos. */
function useAddAtOnce(own: EntryState | null, onAdd: Props['onAdd']): void {
  const latest = useLatest(onAdd)
  const isNew = own?.kind === 'waiting' && own.isNew
  const evenement = own?.kind === 'waiting' ? own.entry.evenement : null
  useEffect(() => {
    if (isNew && evenement) latest.current(evenement)
  }, [isNew, evenement, latest])
}

const unknownHint = "Demandez-en un autre à la personne qui vous l'a donné."

interface StepProps {
  lien: LienPublic
  code: string
  person: LienPerson
  statut: KnownStatut
  /** They have sent their request from this page. */
  hasAsked: boolean
  onAsked: (answer: StatutInscription) => void
  onAdd: () => void
  politique: ReactNode
}

function NextStep({ lien, code, person, statut, hasAsked, onAsked, onAdd, politique }: StepProps) {
  const { evenement, entree } = lien
  if (person.kind === 'autre') return <LienAutre person={person} evenementId={evenement.id} />
  if (!lien.ouvert) return <OtherPages person={person} />
  if (person.kind === 'visiteur') {
    return lien.identite === 'PRENOM' ? (
      <LienInvite code={code} lien={lien} politique={politique} />
    ) : (
      <LienVisiteur code={code} />
    )
  }
  if (statut === undefined)
    return <LoadingBox label="Chargement de votre inscription" height="6.5rem" radius="var(--radius-control)" />
  if (person.isGuestElsewhere(evenement.id)) return <LienInviteAilleurs />
  if (statut === 'ANNULE')
    return (
      <>
        <Banner tone="red" icon={<CircleX />} announce="status">
          {inscriptionErrors['inscription.annulee'].message}
        </Banner>
        <OtherPages person={person} />
      </>
    )
  // A direct link also admits people with a pending registration: they can ask again.
  if (statut === 'EN_ATTENTE' && (hasAsked || entree === 'A_VALIDER')) return <LienAttente lien={lien} onAdd={onAdd} />
  return <LienRejoindre code={code} entree={entree} onAsked={onAsked} />
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

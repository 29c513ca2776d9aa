import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, Flag, Hourglass, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DashboardOrganisateur } from '#domain/dashboard/dashboard.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import type { Tone } from '#domain/texte/tone.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { useServerNow } from '#src/api/useServerNow.ts'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { formatLasting, formatWhen } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import css from './Tableau.module.css'

interface Props {
  evenements: readonly EvenementOrganisateur[]
  /** When the oldest waiting media arrived. */
  depuis: string | null
  /** Pending removal requests per event; those that concern a minor first. */
  demandes: DashboardOrganisateur['demandesRetrait'] | undefined
}

const none: NonNullable<Props['demandes']> = []

/** Pending removal requests, media and registrations; each line links to its page. */
export function CeQuiAttend({ evenements, depuis, demandes = none }: Props) {
  const now = useServerNow()
  const withMedias = evenements.filter(({ comptes }) => comptes.medias.EN_ATTENTE > 0)
  const withInscriptions = evenements.filter(({ comptes }) => comptes.inscriptions.EN_ATTENTE > 0)
  const lasting = formatLasting(depuis ?? now, now)
  // With several events, the server does not say in which one the oldest media waits.
  const oldest = withMedias.length === 1 && lasting !== null ? `, le plus ancien depuis ${lasting}` : ''
  const isCalm = demandes.length + withMedias.length + withInscriptions.length === 0
  return (
    <section className={css.waits} aria-labelledby="attend">
      <h2 id="attend">Ce qui attend</h2>
      {isCalm && (
        <p className={css.calm}>
          <CircleCheck />
          <span>
            <b>Rien n'attend.</b>
            <br />
            Tout est validé.
          </span>
        </p>
      )}
      <ul>
        {demandes.map((demande) => (
          <DemandesRow
            key={`${demande.evenementId} ${demande.mineur}`}
            demande={demande}
            isOther={demandes.some(({ mineur }) => mineur)}
            titre={evenements.find(({ id }) => id === demande.evenementId)?.titre ?? 'Événement'}
          />
        ))}
        {withMedias.map(({ id, titre, comptes }) => (
          <WaitRow
            key={id}
            icon={<Hourglass />}
            what={count(comptes.medias.EN_ATTENTE, 'média à valider', 'médias à valider')}
            where={`${titre}${oldest}`}
            to="/organisateur/evenements/$evenementId/medias"
            params={{ evenementId: id }}
          />
        ))}
        {withInscriptions.map(({ id, titre, comptes }) => (
          <WaitRow
            key={id}
            icon={<UserCheck />}
            what={count(comptes.inscriptions.EN_ATTENTE, 'inscription à valider', 'inscriptions à valider')}
            where={titre}
            to="/organisateur/evenements/$evenementId/participants"
            params={{ evenementId: id }}
            search={{ statut: 'EN_ATTENTE' }}
          />
        ))}
      </ul>
    </section>
  )
}

export function CeQuiAttendLoading() {
  return (
    <Loading label="Chargement de ce qui attend">
      <div className={css.waits}>
        <Skeleton width="9rem" height="1.6rem" />
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height="3.25rem" />
        ))}
      </div>
    </Loading>
  )
}

interface DemandesProps {
  demande: NonNullable<DashboardOrganisateur['demandesRetrait']>[number]
  /** Requests concerning a minor are listed above. */
  isOther: boolean
  titre: string
}

function DemandesRow({ demande: { evenementId, mineur, nombre, depuis }, isOther, titre }: DemandesProps) {
  const others = isOther
    ? count(nombre, 'autre demande de retrait', 'autres demandes de retrait')
    : count(nombre, 'demande de retrait', 'demandes de retrait')
  const minors = nombre === 1 ? 'Retirer un média : un mineur' : `Retirer ${formatNumber(nombre)} médias : des mineurs`
  return (
    <WaitRow
      icon={<Flag />}
      tone={mineur ? 'red' : undefined}
      what={mineur ? minors : others}
      where={depuis === undefined ? titre : `${titre}, ${formatWhen(depuis, undefined, serverNow())}`}
      to="/organisateur/evenements/$evenementId/medias"
      params={{ evenementId }}
      search={{ vue: 'demandes' }}
    />
  )
}

interface RowProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  icon: ReactNode
  what: string
  where: string
  tone?: Tone | undefined
}

function WaitRow({ icon, what, where, tone, ...link }: RowProps) {
  return (
    <li>
      <Link {...link} className={css.wait} data-tone={tone}>
        {icon}
        <span>
          <b>{french(what)}</b>
          <br />
          {where}
        </span>
        <ChevronRight />
      </Link>
    </li>
  )
}

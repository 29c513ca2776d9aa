import { useQuery } from '@tanstack/react-query'
import { type ReponseConsentement, statutConsentementLabels } from '#domain/consentement/consentement.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { reponsesQuery } from './consentement.queries.ts'
import css from './Consentement.module.css'

/** The person's answers so far; nothing when there are none or they cannot be loaded. */
export function ConsentementHistorique() {
  const reponses = useQuery(reponsesQuery).data ?? []
  if (reponses.length === 0) return null
  return (
    <details className={css.history}>
      <summary>Historique de mes réponses</summary>
      <ul>
        {reponses.map((reponse) => (
          <li key={reponse.id}>
            <p>
              {wordsOf(reponse)} <span className="meta">Version {reponse.versionRGPD}</span>
            </p>
            <Badge {...badgeOf(reponse)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function wordsOf({
  consentementDonne,
  dateConsentement,
  dateExpiration,
  revoqueLe,
  statut,
}: ReponseConsentement): string {
  if (!consentementDonne) return `Refusé le ${formatPlainDay(dateConsentement)}.`
  const given = `Donné le ${formatPlainDay(dateConsentement)}`
  if (revoqueLe !== null) return `${given}, révoqué le ${formatPlainDay(revoqueLe)}.`
  // A consent replaced by a newer one ended before its expiry date.
  return statut === 'ACTIF' ? `${given}, valable jusqu'au ${formatPlainDay(dateExpiration)}.` : `${given}.`
}

function badgeOf({ consentementDonne, statut }: ReponseConsentement) {
  const { label, tone } = consentementDonne ? statutConsentementLabels[statut] : refused
  return { tone, children: label }
}

const refused = { label: 'Refusé', tone: 'gray' } as const

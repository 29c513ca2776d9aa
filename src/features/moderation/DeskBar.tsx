import { WifiOff, ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Ring } from '#src/ui/progress/Ring.tsx'
import { french } from '#src/ui/text/french.ts'
import { agree, count, formatNumber } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { IconLink } from '#src/ui/button/IconLink.tsx'
import css from './DeskBar.module.css'
import { decisionRateWords } from './decisionRate.ts'
import type { useDesk } from './useDesk.ts'

interface Props {
  evenementId: number
  titre: string
  /** Null while there is no list. */
  desk: Pick<ReturnType<typeof useDesk>, 'items' | 'left' | 'waiting' | 'needsLogin' | 'moments'> | null
  /** Whether the whole list is loaded, not only its first media. */
  isWhole: boolean
  /** Whether the list could not be loaded. */
  hasFailed: boolean
  /** Whether the page below says that no media is left. */
  isDone: boolean
  /** The view switch. */
  children: ReactNode
}

/** Back link, title, number of pending media, progress and rate. */
export function DeskBar({ evenementId, titre, desk, isWhole, hasFailed, isDone, children }: Props) {
  const [online, reachable] = [useOnline(), useReachable()]
  const { waiting = 0, needsLogin = false } = desk ?? {}
  const pace = desk && isWhole ? decisionRateWords(desk.moments, desk.left) : null
  const total = desk?.items.length ?? 0
  const decided = total - (desk?.left ?? 0)
  const words = stateWords({ waiting, needsLogin, online, hasFailed, left: isWhole ? desk?.left : undefined })
  // Then only screen readers need the change.
  const isSaidBelow = isDone && words === leftWords(0)
  return (
    <header className={css.deskBar}>
      <BackToEvenement evenementId={evenementId} />
      <h1 className={`two-lines ${css.deskTitle}`}>{titre}</h1>
      <Status className={`small muted ${css.deskState}`}>
        {(waiting > 0 || !online || !reachable) && <WifiOff className="icon--small" />}
        <span className={isSaidBelow ? 'visually-hidden' : undefined}>{french(words)}</span>
      </Status>
      {pace && (
        <p className={`small ${css.pace}`}>
          <b>{pace.rate}</b>
          <br />
          <span className="muted">{pace.rest}</span>
        </p>
      )}
      {children}
      {!isWhole && !hasFailed && <span className={css.ringWait} data-part="ring" />}
      {total > 0 && isWhole && (
        <Ring
          value={decided}
          max={total}
          label={`${formatNumber(decided)} ${agree(decided, 'vu', 'vus')} sur ${formatNumber(total)}`}
        >
          {formatNumber(total - decided)}
        </Ring>
      )}
    </header>
  )
}

interface State {
  readonly waiting: number
  readonly needsLogin: boolean
  readonly online: boolean
  readonly hasFailed: boolean
  readonly left: number | undefined
}

/** One line: decisions waiting to be sent, otherwise media waiting for a decision. */
function stateWords({ waiting, needsLogin, online, hasFailed, left }: State): string {
  if (needsLogin) {
    const what = count(waiting, 'décision attend', 'décisions attendent')
    return `${what} : reconnectez-vous pour ${agree(waiting, "l'envoyer", 'les envoyer')}`
  }
  if (waiting > 0) return `${count(waiting, 'décision attend', 'décisions attendent')} le réseau`
  if (!online) return 'Hors ligne, vos décisions sont gardées ici'
  if (left === undefined) return hasFailed ? '' : 'Chargement…'
  return leftWords(left)
}

const leftWords = (left: number) => count(left, 'média à voir', 'médias à voir')

function BackToEvenement({ evenementId }: { evenementId: number }) {
  return (
    <IconLink name="Retour à l'événement" to="/organizer/evenements/$id" params={{ id: evenementId }}>
      <ArrowLeft />
    </IconLink>
  )
}

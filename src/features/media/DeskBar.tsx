import { WifiOff } from 'lucide-react'
import { useOnline } from '#src/pwa/bridge.ts'
import { Ring } from '#src/ui/progress/Ring.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { count } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { BackToEvenement } from './BackToEvenement.tsx'
import css from './Desk.module.css'

interface Props {
  evenementId: number
  titre: string
  decided: number
  total: number
  /** Decisions that wait for the network. */
  waiting: number
}

/** Way back, which event, what waits, how far one is. */
export function DeskBar({ evenementId, titre, decided, total, waiting }: Props) {
  const online = useOnline()
  return (
    <header className={css.deskBar}>
      <BackToEvenement evenementId={evenementId} />
      <div className={css.deskTitle}>
        <h1 className="clip">{titre}</h1>
        <Status className={classNames('small muted', css.deskOffline)}>
          {(waiting > 0 || !online) && <WifiOff className="icon--small" />}
          <span className="clip">
            {waiting > 0
              ? `${count(waiting, 'décision attend', 'décisions attendent')} le réseau`
              : online
                ? count(total - decided, 'média à voir', 'médias à voir')
                : 'Hors ligne, vos décisions sont gardées ici'}
          </span>
        </Status>
      </div>
      <Ring value={decided} max={total} label={`${decided} vus sur ${total}`} />
    </header>
  )
}

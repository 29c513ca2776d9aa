import { CircleAlert, CircleCheck, LoaderCircle, Mail, X } from 'lucide-react'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { french } from '#src/ui/text/french.ts'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import type { Envoi } from './envois.ts'
import { useInviterTous } from './useInviterTous.ts'
import css from './Invitation.module.css'

interface Props {
  evenementId: number
  /** The pasted addresses, with what is known of them. */
  begun: readonly Envoi[]
  /** Returns to the form with one address. */
  onDone: () => void
}

/** Pasted addresses: shown for review, invited one by one, each with its result. */
export function InviteMany({ evenementId, begun, onDone }: Props) {
  const tous = useInviterTous(evenementId, begun)
  const { envois, isBusy, failure, waiting, sent } = tous
  const onlineOnly = useOnlineOnly()
  return (
    <div className="stack">
      <Status>
        <p className="meta">
          {sent > 0
            ? `${count(sent, 'invitation envoyée', 'invitations envoyées')} sur ${formatNumber(envois.length)}`
            : count(envois.length, 'adresse collée', 'adresses collées')}
        </p>
      </Status>
      <ul className={css.many} aria-label="Adresses à inviter">
        {envois.map((envoi) => (
          <EnvoiRow key={envoi.email} envoi={envoi} onRemove={() => tous.remove(envoi.email)} />
        ))}
      </ul>
      {failure !== undefined && (
        <Banner tone="amber" icon={<CircleAlert />} announce="alert">
          {failure}
        </Banner>
      )}
      {(waiting > 0 || isBusy) && (
        <Button {...rowAction('envoyer')} {...onlineOnly} look="primary" wide busy={isBusy} onClick={tous.invite}>
          {`Envoyer ${count(waiting, 'invitation', 'invitations')}`}
        </Button>
      )}
      {!isBusy && (
        <Button {...rowAction('terminer')} look="quiet" wide onClick={onDone}>
          {waiting > 0 ? 'Annuler' : "Inviter quelqu'un d'autre"}
        </Button>
      )}
    </div>
  )
}

const icons = {
  a_envoyer: <Mail />,
  en_cours: <LoaderCircle />,
  envoyee: <CircleCheck />,
  refusee: <CircleAlert />,
}

const words: Readonly<Record<Envoi['etat'], string>> = {
  a_envoyer: 'À envoyer',
  en_cours: 'Envoi en cours',
  envoyee: 'Invitation envoyée',
  refusee: 'Non envoyée',
}

const tones = { a_envoyer: 'gray', en_cours: 'gray', envoyee: 'green', refusee: 'red' } as const

function EnvoiRow({ envoi: { email, etat, sentence }, onRemove }: { envoi: Envoi; onRemove: () => void }) {
  const isLeft = etat === 'a_envoyer' || etat === 'refusee'
  return (
    <li className={css.manyRow} data-tone={tones[etat]}>
      {icons[etat]}
      <div className={css.sentText}>
        <b className={css.sentTo}>{email}</b>
        <span className="meta">{french(sentence ?? words[etat])}</span>
      </div>
      {isLeft && (
        <IconButton {...rowAction('retirer')} name={`Retirer ${email}`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import type { Profil } from '#domain/utilisateur/profil.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { MessageBox, useMessageBox } from './MessageBox.tsx'
import { ProfilForm } from './ProfilForm.tsx'
import { ResendButton } from './ResendButton.tsx'
import { moiQuery } from './utilisateur.queries.ts'
import css from './Profil.module.css'

export function InformationsSection() {
  const query = useQuery(moiQuery)
  const online = useOnline()
  const [isEdited, setEdited] = useState(false)
  const [message, say] = useMessageBox()
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEdited(false)
    // Return the focus to the button that opened the form, once it is rendered.
    requestAnimationFrame(() => edit.current?.focus())
  }
  return (
    <section className="stack" aria-labelledby="infos">
      <header className={css.profileSection}>
        <h2 id="infos">Informations personnelles</h2>
        {!isEdited && !(query.isError && query.data === undefined) && (
          <Button
            ref={edit}
            disabled={!online || query.data === undefined}
            title={online ? undefined : 'Vous êtes hors ligne'}
            onClick={() => setEdited(true)}
          >
            <Pencil />
            {phrases.evenementModifier}
          </Button>
        )}
      </header>
      <QueryState
        query={query}
        errorMessage={phrases.profilChargement}
        loading={<LoadingBox label="Chargement du profil" height="13.5rem" />}
      >
        {(profil) =>
          isEdited ? <ProfilForm profil={profil} say={say} onClose={close} /> : <Informations profil={profil} />
        }
      </QueryState>
      <MessageBox message={message} />
    </section>
  )
}

function Informations({ profil }: { profil: Profil }) {
  const { prenom, nom, email, emailConfirme, emailEnAttente, dateCreation, invite } = profil
  const waiting = emailEnAttente ?? (emailConfirme || invite ? null : email)
  return (
    <>
      <dl className={css.pairs}>
        {[
          ['Prénom', prenom],
          ...(nom === '' ? [] : [['Nom', nom]]),
          ...(invite ? [] : [['Email', email]]),
          [invite ? 'Entré(e) le' : 'Compte créé le', formatPlainDay(dateCreation)],
        ].map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {waiting !== null && (
        <div className={css.waiting}>
          <p>
            {emailEnAttente === null
              ? "Cette adresse n'est pas encore confirmée."
              : french(`Nouvelle adresse, à confirmer : ${emailEnAttente}. D'ici là, l'ancienne reste la vôtre.`)}{' '}
            Ouvrez le lien que nous y avons envoyé.
          </p>
          <ResendButton />
        </div>
      )}
    </>
  )
}

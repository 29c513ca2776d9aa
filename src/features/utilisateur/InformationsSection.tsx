import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import type { Profil } from '#domain/utilisateur/profil.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, SkeletonOf } from '#src/ui/state/Skeleton.tsx'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { type Message, MessageBox, useMessageBox } from './MessageBox.tsx'
import { ProfilForm } from './ProfilForm.tsx'
import { ResendButton } from './ResendButton.tsx'
import { moiQuery } from './utilisateur.queries.ts'
import css from './Profil.module.css'

/** Any day, for the invisible words of the placeholder. */
const epoch = new Date(0).toISOString()

export function InformationsSection() {
  const query = useQuery(moiQuery)
  const utilisateur = useUtilisateur()
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
        loading={
          <Loading label="Chargement du profil">
            <SkeletonOf>{utilisateur && <Informations profil={{ ...utilisateur, dateCreation: epoch }} />}</SkeletonOf>
          </Loading>
        }
      >
        {(profil) =>
          isEdited ? (
            <ProfilForm profil={profil} say={say} onClose={close} />
          ) : (
            <>
              <Informations profil={profil} />
              <AdresseEnAttente profil={profil} say={say} onDrop={close} />
            </>
          )
        }
      </QueryState>
      <MessageBox message={message} />
    </section>
  )
}

type Identite = Pick<Profil, 'prenom' | 'nom' | 'email' | 'dateCreation' | 'invite'>

function Informations({ profil }: { profil: Identite }) {
  const { prenom, nom, email, dateCreation, invite } = profil
  return (
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
  )
}

interface AdresseProps {
  profil: Profil
  say: (message: Message) => void
  /** Called once the new address is dropped. */
  onDrop: () => void
}

/** The address that waits for a confirmation. A guest asks for another link in the section below. */
function AdresseEnAttente({ profil: { emailConfirme, emailEnAttente, invite }, say, onDrop }: AdresseProps) {
  const client = useQueryClient()
  const onlineOnly = useOnlineOnly()
  const once = useOnce()
  const drop = useMutation({
    mutationFn: () => call(compteEndpoints.dropNewEmail, {}),
    onSuccess: (saved) => {
      client.setQueryData(moiQuery.queryKey, saved)
      say({ isFailure: false, sentence: "Le changement d'adresse est annulé." })
      onDrop()
    },
    onError: (error) => say({ isFailure: true, sentence: causeOr(error, phrases.profilErreur) }),
  })
  if (emailEnAttente === null && (emailConfirme || invite)) return null
  return (
    <div className={css.waiting}>
      <p>
        {emailEnAttente === null
          ? "Cette adresse n'est pas encore confirmée."
          : french(
              invite
                ? `Adresse à confirmer : ${emailEnAttente}.`
                : `Nouvelle adresse, à confirmer : ${emailEnAttente}. D'ici là, l'ancienne reste la vôtre.`,
            )}{' '}
        Ouvrez le lien que nous y avons envoyé.
      </p>
      {!invite && (
        <div className="actions">
          <ResendButton />
          {emailEnAttente !== null && (
            <Button look="quiet" busy={drop.isPending} {...onlineOnly} onClick={() => once(() => drop.mutateAsync())}>
              Annuler ce changement
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

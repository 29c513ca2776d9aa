import { CircleAlert, ImagePlus, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { usePreviews } from '#src/pwa/usePreviews.ts'
import { useUploadQueue } from '#src/pwa/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Pile } from '#src/ui/pile/Pile.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { french } from '#src/ui/text/french.ts'
import { count } from '#src/ui/text/quantities.ts'
import type { EntryState } from './entryState.ts'
import { giveUpEntry } from './guestEntry.ts'
import css from './Invite.module.css'

interface Props {
  state: Extract<EntryState, { kind: 'waiting' | 'refused' }>
  /** Opens the sheet "Ajouter un média" for the event. */
  onAdd: () => void
}

/** A guest without an answer of the server yet: photos can be chosen and wait on this device. */
export function EntreeEnAttente({ state, onAdd }: Props) {
  const { items } = useUploadQueue()
  const waiting = items.filter(({ state: of }) => of !== 'cancelled' && of !== 'done')
  const previews = usePreviews(waiting.slice(0, 5).map(({ id }) => id))
  const { entry, kind } = state
  const [isAsked, setAsked] = useState(false)
  const photos = count(waiting.length, 'photo', 'photos')
  return (
    <section className={css.waiting} aria-live="polite">
      {previews.length > 0 && <Pile sources={previews} />}
      {kind === 'waiting' ? (
        <>
          <h2>
            {french(
              waiting.length === 0
                ? 'Choisissez vos photos, vous entrez dès que le réseau revient'
                : 'Vos photos sont en sécurité, vous entrez dès que le réseau revient',
            )}
          </h2>
          <p className="meta">
            {french(
              waiting.length === 0
                ? `C'est noté, ${entry.prenom}. Vous pouvez fermer cette page : tout reste sur ce téléphone.`
                : `${photos} ${waiting.length === 1 ? 'attend' : 'attendent'} sur ce téléphone, ${entry.prenom}. Vous pouvez fermer cette page : ${waiting.length === 1 ? 'elle y reste' : 'elles y restent'}.`,
            )}
          </p>
          <Button look="primary" wide onClick={onAdd}>
            <ImagePlus />
            {waiting.length === 0 ? 'Choisir mes photos' : "Ajouter d'autres photos"}
          </Button>
          <p className={css.retry}>
            <WifiOff className="icon--small" />
            {state.sentence ?? 'Hors ligne, nouvel essai tout seul'}
          </p>
        </>
      ) : (
        <>
          <Banner tone="red" icon={<CircleAlert />} announce="alert">
            {state.sentence}
          </Banner>
          <p className="meta">
            {french(
              `${photos} ${waiting.length === 1 ? 'attend' : 'attendent'} sur ce téléphone, ${entry.prenom}. Demandez un nouveau lien à l'organisateur et ouvrez-le ici, ou connectez-vous.`,
            )}
          </p>
          <ButtonLink to="/login" search={{ redirect: `/e/${entry.code}` }} look="primary" wide>
            J'ai déjà un compte
          </ButtonLink>
        </>
      )}
      <Button look="quiet" onClick={() => (waiting.length === 0 ? void giveUpEntry(entry) : setAsked(true))}>
        Ne plus participer
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Ne plus participer"
          question={`${photos} ${waiting.length === 1 ? 'attend' : 'attendent'} sur ce téléphone et ${waiting.length === 1 ? 'sera effacée' : 'seront effacées'}. Continuer ?`}
          confirm="Effacer et quitter"
          onCancel={() => setAsked(false)}
          onConfirm={() => void giveUpEntry(entry)}
        />
      )}
    </section>
  )
}

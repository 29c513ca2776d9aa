import { CircleAlert, Clock, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { french } from '#src/ui/text/french.ts'
import { yourMedia } from '#src/ui/text/mediaWords.ts'
import { agree } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { EntryState } from './entryState.ts'
import { giveUpEntry } from './guestEntry.ts'
import { mayCloseWords, onPhoneWords, PhotosHere, PhotosStacked, safePhotos } from './PhotosHere.tsx'
import css from './Invite.module.css'

interface Props {
  state: Extract<EntryState, { kind: 'waiting' | 'refused' }>
  /** Opens the sheet "Ajouter un média" for the event. */
  onAdd: () => void
}

/** A guest without an answer of the server yet: photos can be chosen and wait on this device. */
export function EntreeEnAttente({ state, onAdd }: Props) {
  const { items } = useUploadQueue()
  const safe = safePhotos(items)
  const { entry, kind } = state
  const [asked, setAsked] = useState<Question>()
  const waiting = onPhoneWords(safe)
  const giveUp = () => giveUpEntry(entry).catch(() => showToast({ type: 'error', title: phrases.erreurSurvenue }))
  // Not by the list alone: the photos may be stored and not shown.
  const leave = async () => {
    const stored = await uploadQueue.pendingOf(localOwner(entry.key)).catch(() => null)
    if (stored?.length === 0 && items.length === 0) await giveUp()
    else setAsked({ erased: stored ?? (safe.length > 0 ? safe : null) })
  }
  return (
    <section className={css.waiting} aria-live="polite">
      <PhotosStacked items={items} />
      {kind === 'waiting' ? (
        <>
          <h2>
            {french(
              `${safe.length === 0 ? 'Choisissez vos photos' : safeWords(safe)}${
                // The sentence below says what the entry waits for, when it is not the network.
                state.sentence === null ? ', vous entrez dès que le réseau revient' : ''
              }`,
            )}
          </h2>
          <p className="meta">
            {french(
              safe.length === 0
                ? `C'est noté, ${entry.prenom}.`
                : `${waiting}, ${entry.prenom}. ${mayCloseWords(safe)}`,
            )}
          </p>
          <PhotosHere items={items} onAdd={onAdd} />
          <p className={css.retry}>
            {state.sentence === null ? <WifiOff className="icon--small" /> : <Clock className="icon--small" />}
            <span>{french(state.sentence ?? 'Hors ligne, nouvel essai tout seul')}</span>
          </p>
        </>
      ) : (
        <>
          <Banner tone="red" icon={<CircleAlert />} announce="alert">
            {state.sentence}
          </Banner>
          <p className="meta">
            {french(
              `${safe.length === 0 ? '' : `${waiting}, ${entry.prenom}. `}Demandez un nouveau lien à l'organisateur et ouvrez-le ici, ou connectez-vous.`,
            )}
          </p>
          <ButtonLink to="/login" search={{ redirect: `/e/${entry.code}` }} look="primary" wide>
            J'ai déjà un compte
          </ButtonLink>
        </>
      )}
      <Button look="quiet" onClick={() => void leave()}>
        Ne plus participer
      </Button>
      {asked && (
        <ConfirmDialog
          title="Ne plus participer"
          question={questionOf(asked, entry.evenement.titre)}
          confirm="Effacer et quitter"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => void giveUp()}
        />
      )}
    </section>
  )
}

function safeWords(safe: readonly QueueItemView[]): string {
  return `${yourMedia(safe)} ${agree(safe.length, 'est', 'sont')} en sécurité`
}

interface Question {
  /** The photos that are erased; null when the device cannot be read. */
  readonly erased: readonly QueueItemView[] | null
}

function questionOf({ erased }: Question, titre: string): string {
  if (erased === null)
    return `Votre entrée dans « ${titre} » et vos photos seront effacées de ce téléphone. Continuer ?`
  return erased.length === 0
    ? `Votre entrée dans « ${titre} » sera effacée de ce téléphone. Continuer ?`
    : `${onPhoneWords(erased)} et ${agree(erased.length, 'sera effacée', 'seront effacées')}. Continuer ?`
}

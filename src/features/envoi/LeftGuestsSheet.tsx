import { uploadQueue } from '#src/pwa/uploadQueue.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { type LeftGuest, nameOf } from './leftNames.ts'
import { LeftPhotosOf } from './LeftPhotosOf.tsx'

export interface GuestWithPhotos extends LeftGuest {
  readonly items: readonly QueueItemView[]
}

/** The photos of guests who are signed out: they stay on this device until the guests save or delete them. */
export function LeftGuestsSheet({ guests, onClose }: { guests: readonly GuestWithPhotos[]; onClose: () => void }) {
  return (
    <Sheet
      title={guests.length === 1 ? 'Vos photos sur ce téléphone' : 'Les photos sur ce téléphone'}
      width="34rem"
      onClose={onClose}
    >
      <div className="stack" style={{ '--gap': 'var(--space-8)' }}>
        {guests.map(({ id, isEnded, items }) => (
          <LeftPhotosOf
            key={id}
            {...(guests.length === 1 ? { title: 'Pas encore reçues' } : wordsOf(nameOf(id)))}
            sentence={isEnded ? endedSentence : leftSentence}
            items={items}
            // Erases them at once: a cancellation waits for a session, which a guest cannot open again.
            onDelete={async () => {
              await uploadQueue.closeSession({ ownerId: id, keep: false })
              if (guests.length === 1) onClose()
            }}
          />
        ))}
      </div>
    </Sheet>
  )
}

function wordsOf(name: string | null): { title: string; whose?: string } {
  if (name === null) return { title: "Photos d'un invité" }
  return { title: `Photos ${ofName(name)}`, whose: ` ${ofName(name)}` }
}

const endedSentence =
  "L'organisateur a mis fin à votre participation : ces photos ne partiront pas. Enregistrez-les sur ce téléphone, ou supprimez-les. Rien ne s'efface tout seul."
const leftSentence =
  "Votre entrée n'est plus gardée sur cet appareil. Entrez de nouveau par le lien de l'événement et choisissez vos photos. Celles-ci restent ici : enregistrez-les d'abord, si vous ne les avez pas ailleurs."

import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { type LeftPerson, nameOf } from './leftNames.ts'
import { LeftPhotosList } from './LeftPhotosList.tsx'

/** The owner of photos on this device that no login shows. */
export interface OwnerWithPhotos {
  readonly id: number
  /** Why the server takes no more photos: the account is deactivated, or as for {@link LeftPerson}. */
  readonly end: 'compte' | LeftPerson['end']
  readonly items: readonly QueueItemView[]
}

/** The photos of people without a login, or of a deactivated account: they stay here until they are deleted. */
export function LeftOwnersSheet({ owners, onClose }: { owners: readonly OwnerWithPhotos[]; onClose: () => void }) {
  return (
    <Sheet
      title={owners.length === 1 ? 'Vos photos sur ce téléphone' : 'Les photos sur ce téléphone'}
      width="34rem"
      onClose={onClose}
    >
      <div className="stack" style={{ '--gap': 'var(--space-8)' }}>
        {owners.map(({ id, end, items }) => (
          <LeftPhotosList
            key={id}
            {...(owners.length === 1 ? { title: 'Pas encore reçues' } : wordsOf(nameOf(id)))}
            sentence={sentenceOf(end)}
            items={items}
            // Erases them at once: a cancellation waits for a session, which the owner cannot open.
            onDelete={async () => {
              await uploadQueue.closeSession({ ownerId: id, keep: false })
              if (owners.length === 1) onClose()
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

function sentenceOf(end: OwnerWithPhotos['end']): string {
  if (end === 'compte')
    return "Ce compte est désactivé : ces photos ne partent pas. Enregistrez-les sur ce téléphone, ou supprimez-les. Rien ne s'efface tout seul."
  if (end === 'donnees')
    return "Ce compte est supprimé : ces photos ne partiront pas. Enregistrez-les sur ce téléphone, ou supprimez-les. Rien ne s'efface tout seul."
  return end === 'participation'
    ? "L'organisateur a mis fin à votre participation : ces photos ne partiront pas. Enregistrez-les sur ce téléphone, ou supprimez-les. Rien ne s'efface tout seul."
    : "Votre entrée n'est plus gardée sur cet appareil. Entrez de nouveau par le lien de l'événement et choisissez vos photos. Celles-ci restent ici : enregistrez-les d'abord, si vous ne les avez pas ailleurs."
}

import { CircleAlert, ImagePlus } from 'lucide-react'
import { countsAsPending, isPending } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { usePreviews } from '#src/pwa/preview/usePreviews.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { PhotoStack } from '#src/ui/photoStack/PhotoStack.tsx'
import { french } from '#src/ui/text/french.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { agree, count } from '#src/ui/text/quantities.ts'

interface Props {
  items: readonly QueueItemView[]
  /** Opens the sheet "Ajouter un média" for the event. */
  onAdd: () => void
}

/** What closing the page would lose, and the button that adds photos before the person may send them. */
export function PhotosHere({ items, onAdd }: Props) {
  return (
    <>
      <NotSafe items={items} />
      <Button look="primary" wide onClick={onAdd}>
        <ImagePlus />
        {safePhotos(items).length === 0 ? 'Choisir mes photos' : "Ajouter d'autres photos"}
      </Button>
    </>
  )
}

/** The first of the photos that are stored on this device. */
export function PhotosStacked({ items }: Pick<Props, 'items'>) {
  const previews = usePreviews(
    safePhotos(items)
      .slice(0, 5)
      .map(({ id }) => id),
  )
  return previews.length > 0 && <PhotoStack sources={previews} />
}

/** The photos that are stored on this device and not received yet. */
export function safePhotos(items: readonly QueueItemView[]): readonly QueueItemView[] {
  return items.filter((item) => isPending(item.state) && countsAsPending(item) && !item.isInMemory)
}

/** "2 photos attendent sur ce téléphone". */
export function onPhoneWords(waiting: readonly QueueItemView[]): string {
  return `${mediaWords(waiting)} ${agree(waiting.length, 'attend', 'attendent')} sur ce téléphone`
}

/** "Vous pouvez fermer cette page : elles y restent." */
export function mayCloseWords(waiting: readonly QueueItemView[]): string {
  return `Vous pouvez fermer cette page : ${agree(waiting.length, 'elle y reste', 'elles y restent')}.`
}

/** The files that closing the page would lose, or that are lost already. */
function NotSafe({ items }: Pick<Props, 'items'>) {
  const open = items.filter(({ state, isInMemory }) => state === 'staging' || isInMemory).length
  const lost = items.filter(({ state }) => state === 'lost_source')
  const names = lost.map(({ name }) => name).join(', ')
  return (
    <>
      {open > 0 && (
        <p className="meta">
          {french(`${count(open, 'fichier est copié', 'fichiers sont copiés')} : gardez cette page ouverte.`)}
        </p>
      )}
      {lost.length > 0 && (
        <Banner tone="red" icon={<CircleAlert />}>
          {`Pas ${agree(lost.length, 'gardé', 'gardés')} sur ce téléphone : ${names}. Choisissez à nouveau.`}
        </Banner>
      )}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { ofName } from '#domain/texte/ofName.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { agree } from '#src/ui/text/quantities.ts'
import { useEntryState } from './entryState.ts'

/** Shown on every page but the link's own, while a guest's entry has no answer yet. */
export default function EntreeNotice() {
  const state = useEntryState()
  const { items } = useUploadQueue()
  if (state.kind !== 'waiting' && state.kind !== 'refused') return null
  const { prenom, code, evenement } = state.entry
  const waiting = items.filter(({ state: of }) => of !== 'cancelled')
  const subject =
    waiting.length === 0 ? `Votre entrée dans « ${evenement.titre} »` : `${mediaWords(waiting)} ${ofName(prenom)}`
  const verb = agree(waiting.length, 'attend', 'attendent')
  return (
    <Banner
      bar
      tone="amber"
      announce="status"
      icon={<ImageUp className="icon--small" />}
      action={
        <Link to="/e/$code" params={{ code }}>
          Voir
        </Link>
      }
    >
      {`${subject} ${verb} ${state.kind === 'waiting' ? 'le réseau' : 'un nouveau lien'}.`}
    </Banner>
  )
}

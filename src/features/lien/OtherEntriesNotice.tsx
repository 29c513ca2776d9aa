import { Link, useLocation } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { otherEntryWords } from './otherEntryWords.ts'
import { useOtherEntries } from './useOtherEntries.ts'

/** Shown to a participant on every page but Envois, which has the actions, while photos of another entry wait. */
export default function OtherEntriesNotice({ utilisateurId }: { utilisateurId: number }) {
  const isOnEnvois = useLocation({ select: ({ pathname }) => pathname === '/participant/envois' })
  const waiting = useOtherEntries(utilisateurId).filter(({ isSending }) => !isSending)
  const [first] = waiting
  if (first === undefined || isOnEnvois) return null
  return (
    <Banner
      bar
      tone="amber"
      announce="status"
      icon={<ImageUp className="icon--small" />}
      action={<Link to="/participant/envois">Voir</Link>}
    >
      {waiting.length === 1
        ? `${otherEntryWords(first)}.`
        : `${mediaWords(waiting.flatMap(({ items }) => items))} de ${waiting.length} autres entrées attendent sur ce téléphone.`}
    </Banner>
  )
}

import { CircleAlert, ImageUp, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ofName } from '#domain/texte/ofName.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { causeOr } from '#src/api/apiError.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { agree } from '#src/ui/text/quantities.ts'
import { deleteOtherEntry, sendOtherEntry } from './otherEntry.ts'
import { otherEntryWords } from './otherEntryWords.ts'
import type { OtherEntry } from './useOtherEntries.ts'

interface Photos {
  readonly items: readonly QueueItemView[]
  readonly onDelete: () => Promise<void>
  readonly onClose: () => void
}

interface Props {
  entries: readonly OtherEntry[]
  /** Renders the list of the photos, to save or delete them. */
  sheetOf: (photos: Photos) => ReactNode
}

/** Entries of other guests whose photos wait on this device. They can be sent without a sign-out. */
export function OtherEntries({ entries, sheetOf }: Props) {
  if (entries.length === 0) return null
  return (
    <div className="stack" style={{ marginBlockEnd: 'var(--space-6)' }}>
      {entries.map((other) => (
        <OtherEntryCard key={other.entry.key} {...other} sheetOf={sheetOf} />
      ))}
    </div>
  )
}

function OtherEntryCard({ entry, items, isSending, sheetOf }: OtherEntry & Pick<Props, 'sheetOf'>) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const online = useOnline()
  const onlineOnly = useOnlineOnly()
  const send = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await sendOtherEntry(entry)
    } catch (error) {
      setRefusal(causeOr(error, phrases.erreurSurvenue))
    } finally {
      setBusy(false)
    }
  }
  const inName = `au nom ${ofName(entry.prenom)}`
  return (
    <section className="stack" aria-label={typographie(otherEntryWords({ entry, items }))}>
      <Banner
        tone={isSending ? 'blue' : 'amber'}
        icon={<ImageUp />}
        title={`${otherEntryWords({ entry, items })}.`}
        announce="status"
      >
        {whatIsNext({ items, isSending, online, inName })}
      </Banner>
      <div role="alert">
        {refusal !== undefined && (
          <Banner tone="red" icon={<CircleAlert />}>
            {refusal}
          </Banner>
        )}
      </div>
      <div className="actions actions--start">
        {!isSending && (
          <Button busy={isBusy} {...onlineOnly} onClick={() => void send()}>
            <Send />
            {`Envoyer ${inName}`}
          </Button>
        )}
        <Button look="quiet" onClick={() => setOpen(true)}>
          Voir
        </Button>
      </div>
      {isOpen && sheetOf({ items, onDelete: () => deleteOtherEntry(entry), onClose: () => setOpen(false) })}
    </section>
  )
}

interface Next extends Pick<OtherEntry, 'items' | 'isSending'> {
  online: boolean
  /** "au nom de Marie". */
  inName: string
}

function whatIsNext({ items, isSending, online, inName }: Next): string {
  if (isSending) return online ? `L'envoi ${inName} est en cours.` : `L'envoi ${inName} reprendra avec le réseau.`
  return online
    ? `${agree(items.length, 'Elle peut', 'Elles peuvent')} partir ${inName}, sans vous déconnecter.`
    : `${agree(items.length, 'Elle pourra', 'Elles pourront')} partir ${inName} quand le réseau reviendra.`
}

import { Camera, CircleAlert, Images } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { useNetworkPreference, uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { agree, count, formatSize } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { french } from '#src/ui/text/french.ts'
import { FuseauContext } from '#src/ui/text/fuseau.ts'
import { useReachable } from '#src/api/reachability.ts'
import { mediaCount } from '#src/ui/text/mediaWords.ts'
import { weightOf } from './pick.ts'
import { networkWords } from './queueGroups.ts'
import { PickList } from './PickList.tsx'
import type { PickTarget } from './pickStore.ts'
import { sendPicks, type SentPicks, usePicks } from './usePicks.ts'
import { useTrimSheet } from './useTrimSheet.tsx'
import { aboutWords } from './batch.ts'
import css from './AjouterMedia.module.css'

interface Props {
  evenement: { id: number; titre: string; fuseau?: string | undefined }
  /** Where the chosen files are stored; the event by default. */
  target?: PickTarget
  /** Called when the queue has registered the files, right before the sheet closes. */
  onSent?: (sent: SentPicks) => void
  onClose: () => void
  /** No toast for files that are safe: the page behind the sheet says so. */
  quiet?: boolean
}

/**
 * Sheet for choosing many files: picked, photographed, pasted or dropped. A refused file shows the reason and does not
 * stop the others. Closing the sheet keeps the choice; sending closes the sheet, and Envois and the pill show the copy
 * progress.
 */
export function AjouterMediaSheet({ evenement, target = evenement.id, onSent, onClose, quiet = false }: Props) {
  const { picks, notice, add, remove, setAllegee, trim } = usePicks(target)
  const network = useNetworkPreference()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const accepted = picks.filter(({ refus }) => refus === null)
  const refused = picks.length - accepted.length
  const videos = accepted.filter(({ isVideo }) => isVideo).length
  const words = mediaCount({ photos: accepted.length - videos, videos })
  const weight = picks.reduce((sum, pick) => sum + weightOf(pick), 0)
  const time = useTimeWords(weight)
  const trimSheet = useTrimSheet(picks, trim)
  usePasteAndDrop((files) => void add(files))

  const send = async () => {
    setMissing(accepted.length === 0)
    if (accepted.length === 0 || busy) return
    setBusy(true)
    // Resolves when each file has its row in the queue; its bytes are copied after that.
    const sent = await sendPicks({ target, evenementId: evenement.id, quiet }, accepted)
    setBusy(false)
    if (sent === null) return
    onSent?.(sent)
    onClose()
  }
  return (
    <>
      <Sheet
        title={phrases.ajouterMedia}
        width="42rem"
        onClose={busy ? undefined : onClose}
        foot={
          <>
            {picks.length > 0 && (
              <p className={classNames('meta', css.pickerEstimate)}>
                <span>{french(`${formatSize(weight)} à envoyer${time}${networkWords(network)}`)}</span>
                {refused > 0 && <span>{count(refused, 'fichier refusé', 'fichiers refusés')}</span>}
              </p>
            )}
            <div role="alert">
              {missing && accepted.length === 0 && (
                <Banner tone="red" icon={<CircleAlert />}>
                  {phrases.mediaFichierRequis}
                </Banner>
              )}
            </div>
            <Button look="primary" wide busy={busy} onClick={() => void send()}>
              {accepted.length === 0 ? 'Envoyer' : `Envoyer ${words}`}
            </Button>
          </>
        }
      >
        <div className={classNames('stack', css.pickerBody)}>
          <p className="meta">{evenement.titre}</p>
          <Sources onFiles={(files) => void add(files)} />
          <p className={classNames('meta', css.pickerDrop)}>
            {french(`ou collez, ou déposez vos fichiers ici. ${formatSize(uploadMaxBytes)} au plus par fichier.`)}
          </p>
          <Status hidden>{picks.length > 0 && `${words} ${agree(accepted.length, 'prête', 'prêtes')}`}</Status>
          {notice !== undefined && <p className="meta">{notice}</p>}
          <FuseauContext value={evenement.fuseau}>
            <PickList picks={picks} onRemove={remove} onAllegee={setAllegee} onTrim={trimSheet.open} />
          </FuseauContext>
        </div>
      </Sheet>
      {trimSheet.sheet}
    </>
  )
}

function Sources({ onFiles }: { onFiles: (files: File[]) => void }) {
  const gallery = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // Allows choosing the same file again after it was removed.
    event.target.value = ''
  }
  return (
    <div className={css.pickerSources}>
      <Button onClick={() => gallery.current?.click()}>
        <Images />
        Choisir
      </Button>
      <Button onClick={() => camera.current?.click()} className={css.camera}>
        <Camera />
        Photographier
      </Button>
      <input
        ref={gallery}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={take}
        aria-label="Choisir des photos ou des vidéos"
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={take}
        aria-label="Prendre une photo"
      />
    </div>
  )
}

/** Takes pasted files, and files dropped anywhere: beside the sheet the browser would open them. */
function usePasteAndDrop(onFiles: (files: File[]) => void): void {
  const latest = useLatest(onFiles)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const take = (data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])]
      if (files.length > 0) latest.current(files)
    }
    const accept = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('paste', ({ clipboardData }) => take(clipboardData), { signal })
    document.addEventListener('dragover', accept, { signal })
    document.addEventListener(
      'drop',
      (event) => {
        accept(event)
        take(event.dataTransfer)
      },
      { signal },
    )
    return () => listening.abort()
  }, [latest])
}

/** ", environ 40 s": estimated time to send these bytes; empty when unknown or while waiting for Wi-Fi. */
function useTimeWords(bytes: number): string {
  const [speed, setSpeed] = useState(0)
  const { isMobile, isWifiOnly } = useNetworkPreference()
  const isReachable = useReachable()
  useEffect(() => void uploadQueue.uploadSpeed().then(setSpeed, () => undefined), [])
  if (speed === 0 || bytes === 0 || !isReachable || (isMobile && isWifiOnly)) return ''
  return `, ${aboutWords(bytes / speed)}`
}
